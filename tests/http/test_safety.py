"""Safety: what is sent, where to, and what is let in."""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from gate.errors import UsageError
from gate.model import Reason, Unavailable
from gate.references.http import Got, Http, Limit, NotHeld, Reply, Service, Table
from gate.references.http.values import Failure
from gate.references.services import own_services, service
from gate.settings import Settings
from gate.source_settings import SourceSettings
from tests.authorities import Asked, Authority, Response

LIMIT = Limit(1000, 1.0, 8)


@pytest.fixture
def authority() -> Iterator[Authority]:
    with Authority({"/*": lambda asked: {"path": asked.path}}) as it:
        yield it


def get(settings: Settings, *segments: str, source: str = "crossref") -> Got[Table]:
    one = service(source, settings)
    with Http(settings) as http:
        return http.get_json(one.at(*segments), service=one)


DOIS = [
    "10.1175/1520-0477(1996)077<0935:WOTWSM>2.0.CO;2",
    "10.1016/S0140-6736(97)11096-0",
    "10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O",
    "10.1890/0012-9615(1999)069[0569:EDILSA]2.0.CO;2",
    "10.1000/a?b=c&d=e#f",
    "10.1000/../../admin",
    "10.1000/%2e%2e%2f",
    "10.1000/100%",
    "10.1000/a b\tc",
    "10.1000/ä→字",
    "10.1000/\r\nHost: evil.example",
    "10.1000/a;b|c\\d^e`f{g}",
    "10.1000/https://evil.example/",
    "10.1000/+",
]


@pytest.mark.parametrize("doi", DOIS)
def test_an_identifier_is_one_segment_of_the_path_as_it_stands(authority: Authority, tmp_path: Path, doi: str) -> None:
    got = get(authority.settings("crossref", tmp_path, path="/api"), "works", doi)
    assert isinstance(got, Reply)
    (asked,) = authority.asked
    assert asked.path.startswith("/api/works/")
    assert asked.path.count("/") == 3
    assert unquote(asked.path.split("/")[3]) == doi
    assert asked.query == {}
    assert re.fullmatch(r"[!-~]+", got.url)


@pytest.mark.parametrize("segment", ["", ".", ".."])
def test_a_segment_that_denotes_another_place_is_refused(segment: str) -> None:
    with pytest.raises(ValueError, match="not a path segment"):
        Service("x", "https://x.example", LIMIT).at("works", segment)


@pytest.mark.parametrize(
    "url",
    ["https://evil.example/works", "http://x.example/api/works", "https://x.example/apiary", "https://x.example/", "https://x.example:444/api/a",
     "https://x.example@evil.example/api/a", "file:///etc/passwd", "https://x.example"],
)  # fmt: skip
def test_only_the_services_own_addresses_are_asked(url: str, tmp_path: Path) -> None:
    one = Service("x", "https://x.example/api", LIMIT)
    with Http(Settings(cache_folder=str(tmp_path))) as http, pytest.raises(ValueError, match="is not below"):
        http.get_json(url, service=one)


def test_addresses_below_the_base_are_the_services_own() -> None:
    for base in ("https://x.example/api", "https://x.example/api/"):
        one = Service("x", base, LIMIT)
        assert one.at("a", "b/c") == "https://x.example/api/a/b%2Fc"
        assert all(one.covers(url) for url in (base, one.at("a"), f"{base}?q=1"))
    assert Service("x", "https://x.example", LIMIT).covers("https://x.example/anything")


def test_redirects_on_the_services_own_hosts_are_followed(authority: Authority, tmp_path: Path) -> None:
    authority.routes["/works/old"] = Response("", 301, headers={"Location": "/works/new?x=1"})
    got = get(authority.settings("crossref", tmp_path), "works", "old")
    assert isinstance(got, Reply)
    assert got.body == {"path": "/works/new"}
    assert got.url.endswith("/works/old")  # what was asked is what is shown


def test_the_body_of_a_redirect_is_not_read(authority: Authority, tmp_path: Path) -> None:
    authority.fault("endless_redirect", route="/works/old")
    begun = time.monotonic()
    got = get(authority.settings("crossref", tmp_path), "works", "old")
    assert time.monotonic() - begun < 1
    assert isinstance(got, Reply)
    assert got.body == {"path": "/elsewhere"}


def with_hosts(authority: Authority, *hosts: str) -> Service:
    return Service("x", authority.url, LIMIT, frozenset(hosts), key_header="X-Key", api_key="SECRET-KEY-1")


def test_a_redirect_to_a_named_host_is_followed_without_the_key(authority: Authority, tmp_path: Path) -> None:
    with Authority({"/b": {"b": 1}}) as other:
        authority.routes["/a"] = Response("", 302, headers={"Location": f"{other.url}/b"})
        one = with_hosts(authority, other.url.removeprefix("http://"))
        with Http(Settings(cache_folder=str(tmp_path))) as http:
            got = http.get_json(one.at("a"), service=one)
        assert isinstance(got, Reply)
        assert authority.asked[0].headers["x-key"] == "SECRET-KEY-1"
        assert "x-key" not in other.asked[0].headers


@pytest.mark.parametrize(
    ("place", "reason", "said"),
    [
        ("http://127.0.0.2/", Reason.REFUSED, "another host"),
        ("//evil.example/", Reason.REFUSED, "another host"),
        ("http://evil.example", Reason.REFUSED, "another host"),
        ("http://user:word@127.0.0.1/", Reason.REFUSED, "another kind"),
        ("ftp://127.0.0.1/", Reason.REFUSED, "another kind"),
        ("data:application/json,{}", Reason.REFUSED, "another kind"),
        ("http://127.0.0.1:1/", Reason.REFUSED, "another host"),
        ("http://[bad", Reason.MALFORMED, "no address"),
        ("/Login.aspx?ReturnUrl=%2f", Reason.REFUSED, "a login"),
        ("/idp/profile/SAML2", Reason.REFUSED, "a login"),
        ("/oauth2/authorize", Reason.REFUSED, "a login"),
    ],
)
def test_other_redirects_are_not_followed(authority: Authority, tmp_path: Path, place: str, reason: Reason, said: str) -> None:
    authority.routes["/works/a"] = Response("", 302, headers={"Location": place})
    got = get(authority.settings("crossref", tmp_path), "works", "a")
    assert isinstance(got, Unavailable)
    assert (got.reason, said in got.detail) == (reason, True), got
    assert len(authority.asked) == 1


def test_a_downgrade_is_refused_and_on_this_machine_it_is_not() -> None:
    from gate.references.http.transport import _redirect
    from gate.references.http.wire import Wire

    out = Wire("GET", "https://x.example/a", {}, frozenset({"x.example", "127.0.0.1"}))
    refused = _redirect(out, "https://x.example/a", "http://x.example/a", 301)
    assert isinstance(refused, Failure)
    assert refused.detail == "redirected from https to http"
    assert _redirect(out, "http://x.example/a", "https://x.example/a", 301) == "https://x.example/a"
    assert _redirect(out, "https://127.0.0.1/a", "http://127.0.0.1/a", 301) == "http://127.0.0.1/a"


def test_a_question_by_post_is_not_turned_into_another(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    one = service("crossref", settings)
    authority.routes["/found"] = lambda asked: {"method": asked.method, "body": asked.body.decode()}
    authority.routes["/kept"] = Response("", 307, headers={"Location": "/found"})
    authority.routes["/lost"] = Response("", 302, headers={"Location": "/found"})
    with Http(settings) as http:
        kept = http.post_json(one.at("kept"), {"q": 1}, service=one)
        lost = http.post_json(one.at("lost"), {"q": 1}, service=one)
    assert isinstance(kept, Reply)
    assert kept.body == {"method": "POST", "body": '{"q": 1}'}
    assert isinstance(lost, Unavailable)
    assert lost.reason is Reason.MALFORMED


def test_no_cookie_is_kept_and_no_netrc_is_read(authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1\nlogin me\npassword SECRET\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    authority.routes["/works/*"] = Response({}, headers={"Set-Cookie": "a=b; Path=/"})
    settings = authority.settings("crossref", tmp_path)
    one = service("crossref", settings)
    with Http(settings) as http:
        for name in "ab":
            assert isinstance(http.get_json(one.at("works", name), service=one), Reply)
    for asked in authority.asked:
        assert not {"cookie", "authorization"} & set(asked.headers)


def test_a_mirror_behind_a_login_gets_it_from_its_address_and_nobody_sees_it(authority: Authority, tmp_path: Path) -> None:
    source = SourceSettings("crossref", authority.url.replace("//", "//me:PASS-WORD@"), 1000)
    settings = Settings(cache_folder=str(tmp_path), sources=(source,))
    got = get(settings, "works", "a")
    assert isinstance(got, Reply)
    assert authority.asked[0].headers["authorization"] == "Basic bWU6UEFTUy1XT1JE"
    assert "PASS-WORD" not in repr(got)
    assert "PASS-WORD" not in repr(service("crossref", settings))


def test_a_proxy_from_the_environment_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Authority({"*": {"by": "proxy"}}) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        settings = Settings(cache_folder=str(tmp_path), sources=(SourceSettings("crossref", "http://mirror.invalid/api", 1000),))
        got = get(settings, "works", "a")
        assert isinstance(got, Reply)
        assert got.body == {"by": "proxy"}
        assert proxy.asked[0].headers["host"] == "mirror.invalid"
        proxy.refuse()
        lost = get(settings, "works", "b")
        assert isinstance(lost, Unavailable)
        assert (lost.reason, lost.detail) == (Reason.NETWORK, "the proxy does not connect")


def test_a_proxy_that_wants_a_login_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Authority(missing=Response("", 407)) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("https_proxy", proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        for number, scheme in enumerate(("http", "https")):
            source = SourceSettings("crossref", f"{scheme}://mirror.invalid/api", 1000)
            lost = get(Settings(cache_folder=str(tmp_path / str(number)), sources=(source,)), "works", "a")
            assert isinstance(lost, Unavailable)
            assert lost.reason is Reason.REFUSED


def test_a_certificate_that_nobody_vouches_for_is_refused(authority: Authority, tmp_path: Path) -> None:
    source = SourceSettings("crossref", authority.url.replace("http:", "https:"), 1000)  # no TLS there at all
    lost = get(Settings(cache_folder=str(tmp_path), sources=(source,)), "works", "a")
    assert isinstance(lost, Unavailable)
    assert (lost.reason, lost.detail) == (Reason.NETWORK, "no safe connection (TLS)")


def test_certificates_are_verified() -> None:
    from gate.references.http.transport import Transport

    transport = Transport("test", max_body_bytes=1)
    assert transport._session.verify is True
    assert ssl.create_default_context().verify_mode is ssl.CERT_REQUIRED
    transport.close()


def test_the_size_of_a_body_is_counted_unpacked_and_the_limit_is_a_setting(authority: Authority, tmp_path: Path) -> None:
    authority.routes["/works/big"] = {"text": "x" * 5000}
    too_big = get(authority.settings("crossref", tmp_path, max_body_bytes=5000), "works", "big")
    assert isinstance(too_big, Unavailable)
    assert "larger than 5000 bytes (setting max_body_bytes)" in too_big.detail
    assert isinstance(get(authority.settings("crossref", tmp_path, max_body_bytes=6000), "works", "big"), Reply)


def test_what_the_libraries_say_of_an_error_is_not_passed_on(tmp_path: Path) -> None:
    source = SourceSettings("pubmed", "http://no-such-host.invalid", api_key="SECRET-KEY-1")
    lost = get(Settings(cache_folder=str(tmp_path), sources=(source,), contact="me@library.example"), "a", source="pubmed")
    assert isinstance(lost, Unavailable)
    assert lost.detail == "no such host name, or no name service"


def test_parameters_are_escaped_in_full(authority: Authority, tmp_path: Path) -> None:
    settings = authority.settings("crossref", tmp_path)
    one = service("crossref", settings)
    seen: list[Asked] = authority.asked
    with Http(settings) as http:
        http.search_json(one.at("works"), {"query": "a&mailto=x #?=+ ä", "rows": "5"}, service=one)
        http.search_json(one.at("works") + "?a=1", [("f", "1"), ("f", "2")], service=one)
    assert seen[0].query == {"query": ["a&mailto=x #?=+ ä"], "rows": ["5"]}
    assert seen[1].query == {"a": ["1"], "f": ["1", "2"]}


def test_a_search_that_is_not_there_is_no_answer(authority: Authority, tmp_path: Path) -> None:
    authority.routes.clear()
    settings = authority.settings("crossref", tmp_path)
    one = service("crossref", settings)
    with Http(settings) as http:
        for got in (
            http.search_json(one.at("works"), service=one),
            http.search_list(one.at("works"), {"q": "a"}, service=one),
            http.search_xml(one.at("x"), service=one, roots=("a",)),
            http.post_form(one.at("works"), {"q": "a"}, service=one),
        ):
            assert isinstance(got, Unavailable)
            assert got.reason is Reason.MALFORMED
        assert isinstance(http.get_json(one.at("works", "a"), service=one), NotHeld)
        authority.routes["/works"] = {"a": 1}
        assert isinstance(http.search_json(one.at("works"), service=one), Reply)  # that it was not there is not kept


def test_a_service_of_the_users_own() -> None:
    own = SourceSettings("lobid", "https://lobid.example/gnd/reconcile/", 2, protocol="reconciliation")
    settings = Settings(sources=(own, SourceSettings("crossref", rate=1)))
    (found,) = own_services(settings, "reconciliation")
    assert (found.name, found.url, found.limit) == ("lobid", own.url, Limit(2, 1.0, 2))
    with pytest.raises(UsageError, match="no live source is called 'nothing'"):
        service("nothing", settings)

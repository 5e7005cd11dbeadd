"""MARC relator codes and terms (Library of Congress, MARC Code List for Relators), and the words people use for them.

Codes that the list has given up are known too, as old records hold them: ``grt`` as itself, ``clb`` as ``ctb``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gate.normalise.tables import read_table

_LIST = """
abr Abridger; acp Art copyist; act Actor; adi Art director; adp Adapter; aft Author of afterword, colophon, etc.; anl
Analyst; anm Animator; ann Annotator; ant Bibliographic antecedent; ape Appellee; apl Appellant; app Applicant; aqt Author
in quotations or text abstracts; arc Architect; ard Artistic director; arr Arranger; art Artist; asg Assignee; asn
Associated name; ato Autographer; att Attributed name; auc Auctioneer; aud Author of dialog; aui Author of introduction,
etc.; aus Screenwriter; aut Author; bdd Binding designer; bjd Bookjacket designer; bkd Book designer; bkp Book producer; blw
Blurb writer; bnd Binder; bpd Bookplate designer; brd Broadcaster; brl Braille embosser; bsl Bookseller; cas Caster; ccp
Conceptor; chr Choreographer; cli Client; cll Calligrapher; clr Colorist; clt Collotyper; cmm Commentator; cmp Composer; cmt
Compositor; cnd Conductor; cng Cinematographer; cns Censor; coe Contestant-appellee; col Collector; com Compiler; con
Conservator; cor Collection registrar; cos Contestant; cot Contestant-appellant; cou Court governed; cov Cover designer; cpc
Copyright claimant; cpe Complainant-appellee; cph Copyright holder; cpl Complainant; cpt Complainant-appellant; cre Creator;
crp Correspondent; crr Corrector; crt Court reporter; csl Consultant; csp Consultant to a project; cst Costume designer; ctb
Contributor; cte Contestee-appellee; ctg Cartographer; ctr Contractor; cts Contestee; ctt Contestee-appellant; cur Curator;
cwt Commentator for written text; dbp Distribution place; dfd Defendant; dfe Defendant-appellee; dft Defendant-appellant;
dgg Degree granting institution; dgs Degree supervisor; dis Dissertant; dln Delineator; dnc Dancer; dnr Donor; dpc Depicted;
dpt Depositor; drm Draftsman; drt Director; dsr Designer; dst Distributor; dtc Data contributor; dte Dedicatee; dtm Data
manager; dto Dedicator; dub Dubious author; edc Editor of compilation; edm Editor of moving image work; edt Editor; egr
Engraver; elg Electrician; elt Electrotyper; eng Engineer; enj Enacting jurisdiction; etr Etcher; evp Event place; exp
Expert; fac Facsimilist; fds Film distributor; fld Field director; flm Film editor; fmd Film director; fmk Filmmaker; fmo
Former owner; fmp Film producer; fnd Funder; fpy First party; frg Forger; gis Geographic information specialist; his Host
institution; hnr Honoree; hst Host; ill Illustrator; ilu Illuminator; ins Inscriber; inv Inventor; isb Issuing body; itr
Instrumentalist; ive Interviewee; ivr Interviewer; jud Judge; jug Jurisdiction governed; lbr Laboratory; lbt Librettist; ldr
Laboratory director; led Lead; lee Libelee-appellee; lel Libelee; len Lender; let Libelee-appellant; lgd Lighting designer;
lie Libelant-appellee; lil Libelant; lit Libelant-appellant; lsa Landscape architect; lse Licensee; lso Licensor; ltg
Lithographer; lyr Lyricist; mcp Music copyist; mdc Metadata contact; med Medium; mfp Manufacture place; mfr Manufacturer;
mod Moderator; mon Monitor; mrb Marbler; mrk Markup editor; msd Musical director; mte Metal-engraver; mtk Minute taker; mus
Musician; nrt Narrator; opn Opponent; org Originator; orm Organizer; osp Onscreen presenter; oth Other; own Owner; pan
Panelist; pat Patron; pbd Publishing director; pbl Publisher; pdr Project director; pfr Proofreader; pht Photographer; plt
Platemaker; pma Permitting agency; pmn Production manager; pop Printer of plates; ppm Papermaker; ppt Puppeteer; pra
Praeses; prc Process contact; prd Production personnel; pre Presenter; prf Performer; prg Programmer; prm Printmaker; prn
Production company; pro Producer; prp Production place; prs Production designer; prt Printer; prv Provider; pta Patent
applicant; pte Plaintiff-appellee; ptf Plaintiff; pth Patent holder; ptt Plaintiff-appellant; pup Publication place; rbr
Rubricator; rcd Recordist; rce Recording engineer; rcp Addressee; rdd Radio director; red Redaktor; ren Renderer; res
Researcher; rev Reviewer; rpc Radio producer; rps Repository; rpt Reporter; rpy Responsible party; rse Respondent-appellee;
rsg Restager; rsp Respondent; rsr Restorationist; rst Respondent-appellant; rth Research team head; rtm Research team
member; sad Scientific advisor; sce Scenarist; scl Sculptor; scr Scribe; sds Sound designer; sec Secretary; sgd Stage
director; sgn Signer; sht Supporting host; sll Seller; sng Singer; spk Speaker; spn Sponsor; spy Second party; srv Surveyor;
std Set designer; stg Setting; stl Storyteller; stm Stage manager; stn Standards body; str Stereotyper; tcd Technical
director; tch Teacher; ths Thesis advisor; tld Television director; tlp Television producer; trc Transcriber; trl
Translator; tyd Type designer; tyg Typographer; uvp University place; vac Voice actor; vdg Videographer; wac Writer of added
commentary; wal Writer of added lyrics; wam Writer of accompanying material; wat Writer of added text; wdc Woodcutter; wde
Wood engraver; win Writer of introduction; wit Witness; wpr Writer of preface; wst Writer of supplementary textual content;
anc Announcer; aue Audio engineer; aup Audio producer; bka Book artist; cad Casting director; cop Camera operator; dbd
Dubbing director; dgc Degree committee member; djo DJ; edd Editorial director; fon Founder; gdv Game developer; grt Graphic
technician; ink Inker; ltr Letterer; mka Makeup artist; mup Music programmer; mxe Mixing engineer; nan News anchor; onp Onscreen
participant; pad Place of address; pnc Penciller; rap Rapporteur; rxa Remix artist; sde Sound engineer; sfx Special effects
provider; swd Software developer; tad Technical advisor; tau Television writer; tlg Television guest; tlh Television host; vfx
Visual effects provider; voc Vocalist; waw Writer of afterword; wfs Writer of film story; wft Writer of intertitles; wfw Writer
of foreword; wts Writer of television story
"""

#: code -> term, as in the MARC Code List for Relators
TERMS: dict[str, str] = {entry[:3]: " ".join(entry[4:].split()) for entry in re.split(r";\s+", _LIST.strip())}

#: words in use that the list writes otherwise; CSL and BibTeX field names, DataCite contributor types, German and French terms
_WORDS = read_table(
    """
authors=aut; writer=aut; written by=aut; by=aut; co author=aut; coauthor=aut; joint author=aut; editors=edt; ed=edt; eds=edt;
edited by=edt; co editor=edt; general editor=edt; chief editor=edt; series editor=edt; collection editor=edt; editor in
chief=edt; translators=trl; trans=trl; tr=trl; translated by=trl; illustrators=ill; illus=ill; illustrated by=ill; photo=pht;
photographs=pht; composed by=cmp; music=cmp; lyrics=lyr; words=lyr; film director=fmd; directed by=drt; series creator=cre;
script writer=aus; scriptwriter=aus; screen writer=aus; author of screenplay=aus; performers=prf; voice=vac; reader=nrt;
narrated by=nrt; read by=nrt; guest=ctb; chair=ctb; introduction=aui; introduction by=aui; foreword=wpr; foreword by=wpr;
preface=wpr; afterword=aft; author of introduction=aui; author of afterword=aft; commentary=cwt; annotation=ann; adapted
by=adp; contributors=ctb; contact person=ctb; data collector=com; data curator=cur; data manager=dtm; hosting institution=his;
project leader=pdr; project manager=pdr; supervisor=dgs; advisor=dgs; thesis supervisor=dgs; rights holder=cph; sponsored
by=spn; verfasser=aut; verfasserin=aut; autor=aut; autorin=aut; herausgeber=edt; herausgeberin=edt; hrsg=edt; hg=edt;
ubersetzer=trl; ubersetzerin=trl; illustratorin=ill; auteur=aut; editeur scientifique=edt; traducteur=trl; illustrateur=ill;
traductor=trl; clb=ctb; recipient=rcp; editora=edt; ilustrador=ill; curatore=edt
"""
)


_CODE_LIKE = re.compile(r"[A-Za-z]{2,5}")


def _plain(text: str) -> str:
    from gate.normalise import text as text_rules

    return text_rules.key(text)


@lru_cache(maxsize=1)
def _by_term() -> dict[str, str]:
    return {_plain(term): relator for relator, term in TERMS.items()} | _WORDS


@lru_cache(maxsize=1024)
def code(text: str) -> str | None:
    """The MARC code of a relator given as code, term, common word or id.loc.gov address; ``None`` when it is none.

    ``aut``, ``Author``, ``author.``, ``(Author)``, ``http://id.loc.gov/vocabulary/relators/aut`` give ``aut``.
    """
    plain = text.strip().lower()
    if "relators/" in plain:
        plain = plain.rstrip("/").rsplit("relators/", 1)[1]
    if plain in TERMS:
        return plain
    name = _plain(plain)
    if name in TERMS:
        return name
    return _by_term().get(name)


def unknown_code(text: str) -> str:
    """The text where it stands as a code and no list here has it; empty for one that is known, and for what is no code.

    Figures (UNIMARC, INTERMARC), addresses of other lists, and words with a stop or a space say nothing about this list.
    """
    plain = text.strip()
    return plain if _CODE_LIKE.fullmatch(plain) and code(plain) is None else ""

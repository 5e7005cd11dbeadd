"use strict";
// Keys for curators. Everything they do can be done without: they only move the focus, follow links and choose fields.
(() => {
  const rows = [...document.querySelectorAll(".row")];
  const follow = (selector) => document.querySelector(selector)?.click();
  let here = -1;

  function go(step) {
    if (!rows.length) return follow(step > 0 ? 'a[rel="next"]' : 'a[rel="prev"]');
    here = Math.min(rows.length - 1, Math.max(0, here + step));
    rows.forEach((row, place) => row.classList.toggle("here", place === here));
    rows[here].querySelector(".open").focus();
  }

  function choose(decision) {
    if (rows.length) {
      if (here >= 0) location.href = rows[here].querySelector(".open").href + "#" + decision;
      return;
    }
    const radio = document.querySelector(`#decide input[value="${decision}"]`);
    if (!radio) return;
    radio.checked = true;
    document.getElementById("reason").focus();
  }

  const keys = {
    j: () => go(1),
    k: () => go(-1),
    o: () => (rows.length ? here >= 0 && rows[here].querySelector(".open").click() : follow("#source")),
    x: () => here >= 0 && rows[here].querySelector("input").click(),
    a: () => choose("accept"),
    r: () => choose("reject"),
    c: () => follow("#correct"),
    u: () => (document.querySelector("#undo") || document.querySelector(".banner form"))?.requestSubmit(),
    "/": () => document.getElementById("search")?.focus(),
    "?": () => { location.href = "/help#keys"; },
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const field = event.target.closest("input, select, textarea");
    if (field && event.key === "Escape") return field.blur();
    if (field && field.id === "reason" && event.key === "Enter") {
      event.preventDefault();
      return field.form.requestSubmit(field.form.querySelector("button.main"));
    }
    if (field && field.type !== "checkbox" && field.type !== "radio") return;
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  rows.forEach((row, place) => row.addEventListener("focusin", () => { here = place; }));
  const asked = location.hash.slice(1);
  if (asked === "accept" || asked === "reject") choose(asked);
  const facets = document.getElementById("facets");
  if (facets && matchMedia("(max-width: 60rem)").matches) facets.open = false;
})();

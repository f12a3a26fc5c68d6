"use strict";

// Search: a row stays when it has every word; a section without such a row goes.
const search = document.getElementById("search");
const status = document.getElementById("status");
const sections = [...document.querySelectorAll("section.found")].map((section) => ({
  section,
  count: section.querySelector(".count"),
  rows: [...section.querySelectorAll("tbody tr")].map((row) => ({
    row,
    text: row.textContent.toLowerCase(),
  })),
}));
const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);

function narrow() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { section, count, rows } of sections) {
    let kept = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      kept += !row.hidden;
    }
    section.hidden = words.length > 0 && kept === 0;
    count.textContent = kept === rows.length ? rows.length : `${kept} of ${rows.length}`;
    shown += kept;
  }
  status.textContent = words.length ? `${shown} of ${total} rows` : `${total} rows`;
}

// Sort: numbers from the highest, text from A; once more turns it round.
const inOrder = new Intl.Collator("en", { numeric: true }).compare;

function value(row, column, numeric) {
  const text = row.cells[column].textContent;
  if (!numeric) return text;
  const number = Number.parseFloat(text.replaceAll(",", ""));
  return Number.isNaN(number) ? -Infinity : number;
}

function sort(head) {
  const body = head.closest("table").tBodies[0];
  const numeric = head.classList.contains("number");
  const first = numeric ? "descending" : "ascending";
  const other = numeric ? "ascending" : "descending";
  const direction = head.getAttribute("aria-sort") === first ? other : first;
  const sign = direction === "ascending" ? 1 : -1;
  const keyed = [...body.rows].map((row) => [value(row, head.cellIndex, numeric), row]);
  keyed.sort(([a], [b]) => sign * (numeric ? a - b || 0 : inOrder(a, b)));
  body.replaceChildren(...keyed.map(([, row]) => row));
  for (const cell of head.parentElement.cells) cell.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction);
}

for (const head of document.querySelectorAll("thead th")) {
  const button = head.querySelector("button");
  button.disabled = false;
  button.addEventListener("click", () => sort(head));
}
if (search) {
  search.closest("search").hidden = false;
  search.addEventListener("input", narrow);
  narrow();
}

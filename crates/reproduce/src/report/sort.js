// Up, then down, at every click. What has neither a number nor words stands last both times.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  table.querySelectorAll("th button").forEach((button, column) => {
    const key = (row) => {
      const { dataset, textContent, className } = row.cells[column];
      if (dataset.number !== undefined) return { rank: 0, number: Number(dataset.number) };
      const isMissing = textContent === "" || className === "missing";
      return { rank: isMissing ? 2 : 1, words: textContent };
    };
    button.addEventListener("click", () => {
      const heading = button.parentElement;
      const sign = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
      table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", sign === 1 ? "ascending" : "descending");
      const rows = [...body.rows].map((row) => ({ row, ...key(row) }));
      rows.sort((a, b) => {
        if (a.rank !== b.rank) return a.rank - b.rank;
        if (a.rank === 0) return sign * (a.number - b.number);
        return a.rank === 1 ? sign * a.words.localeCompare(b.words) : 0;
      });
      body.append(...rows.map(({ row }) => row));
    });
  });
}

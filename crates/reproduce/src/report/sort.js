for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  table.querySelectorAll("th button").forEach((button, column) => {
    button.addEventListener("click", () => {
      const heading = button.parentElement;
      const descending = heading.getAttribute("aria-sort") === "ascending";
      table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const key = (row) => {
        const cell = row.cells[column];
        const number = cell.dataset.number ?? Number.parseFloat(cell.textContent);
        return Number.isNaN(Number(number)) ? null : Number(number);
      };
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === null || y === null) {
          // What has no number stands last, and in the order of its words.
          if (x !== null || y !== null) return x === null ? 1 : -1;
          return a.cells[column].textContent.localeCompare(b.cells[column].textContent);
        }
        return descending ? y - x : x - y;
      });
      body.append(...rows);
    });
  });
}

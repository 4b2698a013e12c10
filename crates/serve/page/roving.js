// Many buttons as one stop of the Tab key: arrow keys move between them, as in every toolbar.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Makes the buttons inside an element one stop. */
export function rove(element) {
  const buttons = [...element.querySelectorAll("button")];
  const stopAt = (place) => buttons.forEach((button, ix) => {
    button.tabIndex = ix === place ? 0 : -1;
  });
  stopAt(0);
  for (const [place, button] of buttons.entries()) {
    button.addEventListener("focus", () => stopAt(place));
    button.addEventListener("keydown", (event) => {
      if (event.key in STEPS) {
        event.preventDefault();
        const next = Math.min(Math.max(place + STEPS[event.key], 0), buttons.length - 1);
        buttons[next].focus();
      }
    });
  }
}

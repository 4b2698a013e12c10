// Undo and redo: the states before and after the current one.

const MOST = 200;
/** Changes of the same kind within this time count as one step, in milliseconds. */
const TOGETHER = 900;

export class History {
  #past = [];
  #future = [];
  #present;
  #kind = null;
  #time = 0;

  constructor(present) {
    this.#present = present;
  }

  /** Adds a new state. `kind` merges changes of the same kind, such as the letters of a word. */
  push(state, kind = null, now = Date.now()) {
    const joined = kind !== null && kind === this.#kind && now - this.#time < TOGETHER;
    if (!joined) {
      this.#past.push(this.#present);
      this.#past = this.#past.slice(-MOST);
    }
    [this.#present, this.#future, this.#kind, this.#time] = [state, [], kind, now];
  }

  /** Completes the current state with what was not known when it was added. */
  amend(state) {
    this.#present = state;
  }

  undo() {
    return this.#step(this.#past, this.#future);
  }

  redo() {
    return this.#step(this.#future, this.#past);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  #step(from, to) {
    if (from.length === 0) {
      return null;
    }
    to.push(this.#present);
    this.#present = from.pop();
    this.#kind = null;
    return this.#present;
  }
}

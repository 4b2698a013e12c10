// The count of an answer record with its sign: `45`, `≥ 45`, `≈ 45.2`; for an estimate that found nothing, its upper bound.

import { allDigits, exact, rounded } from "./numbers.js";

/** The text, and all digits for a tooltip; null if there is no answer. */
export function inShort(record) {
  switch (record?.answer) {
    case "exact":
      return { text: exact(record.count), digits: allDigits(record.count) };
    case "at_least":
      return { text: `≥ ${exact(record.count)}`, digits: allDigits(record.count) };
    case "estimate":
      return isUnknown(record)
        ? { text: `≤ ${rounded(record.high)}`, digits: allDigits(record.high) }
        : { text: `≈ ${rounded(record.count)}`, digits: allDigits(record.count) };
    default:
      return null;
  }
}

/** Whether the samples found nothing, and nothing proves that there is none. */
export function isUnknown({ answer, count }) {
  return answer === "estimate" && count === null;
}

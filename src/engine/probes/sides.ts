/** Left and right exchanged in a text, so that it fits the mirrored image. */

/** "Right" that means correct, straight or at once, and "left" that means remaining: no sides. */
const notSides: readonly RegExp[] = [
  /\bright[ -](?:answers?|options?|choices?|responses?|diagnos[ie]s|one|ones|statements?|conclusions?|or wrong|angles?|angled|triangles?|now|away|before|after|order)\b/gi,
  /\b(?:is|are|was|be) (?:it |this |that |we )?right (?:to|that|in saying|about)\b/gi,
  /\b(?:all|that is|that['’]s|quite|wrong or) right\b/gi,
  /\b(?:which|what)(?: of these| of the following)? is right(?=\?)/gi,
  /\bleft (?:out|over|untreated|blank|unchanged|unanswered|alone|behind|in place|in situ)\b/gi,
  /\b(?:nothing|anything|something|what) (?:is |was )?left\b(?! (?:lung|kidney|lobe|side|hemithorax))/gi,
  /\b(?:has|have|had|he|she|they|patient) left (?:the|for|hospital|against)\b/gi,
]

const sides = /\b(?:left|right)(?=(?:wards?|most|hand(?:ed)?|sided)?\b)/gi

/** Every side exchanged, in its own case; a text without one stays as it is. */
export function exchangeSides(text: string): string {
  const kept = notSides.flatMap(phrase =>
    Array.from(text.matchAll(phrase), ({ index, 0: found }) => [index, index + found.length] as const),
  )
  return text.replace(sides, (word, at: number) =>
    kept.some(([from, to]) => at >= from && at < to) ? word : inCaseOf(word),
  )
}

function inCaseOf(word: string): string {
  const other = word.toLowerCase() === 'left' ? 'right' : 'left'
  if (word === word.toUpperCase()) return other.toUpperCase()
  return word.charAt(0) === word.charAt(0).toUpperCase()
    ? `${other.charAt(0).toUpperCase()}${other.slice(1)}`
    : other
}

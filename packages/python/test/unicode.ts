import unicode from './golden/unicode.json' with { type: 'json' }

/**
 * Every character that Python's Unicode knows: what it is once upper-cased (`A`–`D`, `w` for another word
 * character, `.` for none), then `!` where `repr` escapes it.
 */
export function* readings(): Generator<{ character: string; kind: string }> {
  let code = 0
  for (const [length, kind] of unicode.runs as [number, string][]) {
    for (const end = code + length; code < end; code++) {
      if (kind !== '?') yield { character: String.fromCodePoint(code), kind }
    }
  }
}

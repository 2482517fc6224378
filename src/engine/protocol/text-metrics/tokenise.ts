/** sacreBLEU's tokenisers, 2.6.0. */
import { strip, words } from '../../base/python-text.ts'

export const tokenisers = {
  /** `Tokenizer13a`: that of mteval-v13a, for languages with spaces. */
  '13a': (text: string) => {
    const line = text
      .replaceAll('<skipped>', '')
      .replaceAll('-\n', '')
      .replaceAll('\n', ' ')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
    return westernTokens(` ${line} `)
  },
  /** `TokenizerZh`: each Chinese character a token, the rest as in 13a. */
  zh: (text: string) => westernTokens(strip(text).replace(chinese, ' $& ')),
} as const satisfies Record<string, (text: string) => readonly string[]>

export type TokeniserName = keyof typeof tokenisers

/** `TokenizerRegexp`: signs apart, but for full stops, commas and hyphens inside of numbers. */
function westernTokens(text: string): readonly string[] {
  const spaced = text
    .replace(/[{-~[-` -&(-+:-@/]/g, ' $& ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ')
  return words(spaced)
}

/**
 * What sacreBLEU takes for Chinese. Two of its ranges were meant for the supplementary planes, but written with too
 * few digits: they are U+2001 to U+2A6D and U+2F81 to U+2FA1, and characters of those planes are not split.
 */
const chinese = new RegExp(
  '[\\u3400-\\u4db5\\u4e00-\\u9fbb\\uf900-\\ufa2d\\ufa30-\\ufa6a\\ufa70-\\ufad9\\u2001-\\u2a6d\\u2f81-\\u2fa1' +
    '\\uff00-\\uffef\\u2e80-\\u2eff\\u3000-\\u303f\\u31c0-\\u31ef\\u2f00-\\u2fdf\\u2ff0-\\u2fff\\u3100-\\u312f' +
    '\\u31a0-\\u31bf\\ufe10-\\ufe1f\\ufe30-\\ufe4f\\u3200-\\u33ff]',
  'gu',
)

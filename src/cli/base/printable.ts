/** Control characters, which could move a terminal's cursor, and those that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text with names in it (of files, models, labels) as a terminal may show it: what would act is spelt out. */
export function printable(text: string): string {
  return text.replace(unprintable, found => `\\u{${found.codePointAt(0)?.toString(16)}}`)
}

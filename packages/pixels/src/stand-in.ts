/** Files that stand for others: what is downloaded in place of a large file, or instead of any. */

export interface StandIn {
  /** In a sentence: "is …". */
  readonly what: string
  readonly remedy: string
}

const lfs: StandIn = {
  what: 'a pointer of Git LFS, not the file itself',
  remedy: 'Run "git lfs pull" in the folder, then open it again.',
}
const webPage: StandIn = {
  what: 'a web page, not the file itself',
  remedy: 'Download the file again. The address may need a login or lead to a page about the file.',
}

/** Bytes that tell it. */
export const STAND_IN_BYTES = 256

/** @param head the first bytes of a file @returns null where the file is itself */
export function findStandIn(head: Uint8Array): StandIn | null {
  const text = new TextDecoder('latin1')
    .decode(head.subarray(0, STAND_IN_BYTES))
    .replace(/^ï»¿/, '')
    .trimStart()
  if (text.startsWith('version https://git-lfs.github.com/spec/')) return lfs
  return /^(?:<!doctype html|<html[\s>])/i.test(text) ? webPage : null
}

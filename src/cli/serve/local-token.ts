/** The random token of one start of the local server: it opens everything that the server offers besides the page. */
import { timingSafeEqual } from 'node:crypto'
import { tokenName } from '../../engine/runtime/local-message.ts'

export const tokenWords = 'Open the address that the server printed at its start: it contains a token.'

/** In a time that does not depend on how much of it is right. */
export function isToken(token: string, given: string | null): boolean {
  const [expected, other] = [Buffer.from(token), Buffer.from(given ?? '')]
  return expected.length === other.length && timingSafeEqual(expected, other)
}

/** An address of a request line, with the token that its query has. */
export function splitAddress(url = ''): { readonly path: string; readonly token: string | null } {
  const [path = '', query = ''] = url.split('?', 2)
  return { path, token: new URLSearchParams(query).get(tokenName) }
}

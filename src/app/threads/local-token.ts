import { tokenName } from '../../engine/runtime/local-message.ts'

const place = 'voxelwise:local-token'

/**
 * The token of the local server, which is part of the address that the server prints; empty where the page never had one. It is
 * kept for other visits, and taken out of the address that the browser shows.
 */
export function localToken(): string {
  const address = new URL(location.href)
  const given = address.searchParams.get(tokenName)
  try {
    if (given === null) return localStorage.getItem(place) ?? ''
    localStorage.setItem(place, given)
  } catch {
    // Nothing may be stored: the address keeps it.
    return given ?? ''
  }
  address.searchParams.delete(tokenName)
  history.replaceState(history.state, '', address)
  return given
}

import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * The set-up's first lines are in index.html, so that they show before any module has loaded. Other views hide them. As a file
 * of its own, this line would delay the first paint by a round trip.
 */
export const openingScript =
  "if (!/^(#\\/?)?(\\?|$)/.test(location.hash)) document.documentElement.dataset.opens = 'elsewhere'"

/** What the policy allows of it: no other script within the page. */
export const openingDigest = `'sha256-${createHash('sha256').update(openingScript).digest('base64')}'`

/** Writes it into the page that shows those lines. */
export function opening(): Plugin {
  return {
    name: 'opening',
    transformIndexHtml: (_html, { path }) =>
      path.endsWith('/index.html') ? [{ tag: 'script', children: openingScript, injectTo: 'head' }] : [],
  }
}

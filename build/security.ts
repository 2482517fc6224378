import type { Plugin } from 'vite'
import { openingDigest } from './opening.ts'

/** What the page may do. It may talk to its own origin only: the browser itself keeps the promise. */
export const contentPolicy = [
  "default-src 'none'",
  `script-src 'self' blob: 'wasm-unsafe-eval' ${openingDigest}`,
  "worker-src 'self' blob:",
  "connect-src 'self' blob:",
  "img-src 'self' blob: data:",
  "style-src 'self' 'unsafe-inline'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Cross-origin isolation, without which WebAssembly has no threads; no guessing of types; no address of ours in anybody's
 * log; and the policy (workers need it too).
 */
export function securityHeaders(mode: 'dev' | 'build'): Record<string, string> {
  return {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(mode === 'build' && { 'Content-Security-Policy': `${contentPolicy}; frame-ancestors 'none'` }),
  }
}

/**
 * Writes the policy into the built page, and that it names itself to nobody, so that both hold on any host, whatever
 * headers that sends. (`nosniff` has no such form.)
 */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentPolicy },
        injectTo: 'head-prepend',
      },
      { tag: 'meta', attrs: { name: 'referrer', content: 'no-referrer' }, injectTo: 'head-prepend' },
    ],
  }
}

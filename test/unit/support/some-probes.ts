/** Probes that many tests use. */
import type { Probe } from '../../../src/engine/protocol/probe.ts'

export const blankImage: Probe = { kind: 'blank-image' }
export const swappedImage: Probe = { kind: 'swapped-image', seed: 1 }
export const unchanged: Probe = { kind: 'unchanged' }

import type { Run } from '../../engine/protocol/run.ts'

/** A run among others: its number, name and precision, since one model's runs have one name. */
export const runTitle = ({ name, settings }: Run, at: number): string =>
  `${at + 1}: ${name} (${settings.dtype})`

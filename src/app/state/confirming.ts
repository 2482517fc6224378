import type { AppState } from './state.ts'

/** The state that `needsConfirming` reads. */
export type Confirming = Pick<AppState, 'dataset' | 'confirmed' | 'isPartGuessed'>

/** A guessed mapping must be confirmed before a run, also where the user has changed some of its columns. */
export function needsConfirming({ dataset, confirmed, isPartGuessed }: Confirming): boolean {
  if (dataset.status !== 'ready') return false
  const { mapping, fingerprint } = dataset.overview
  return (mapping?.origin === 'guess' || isPartGuessed) && confirmed !== fingerprint
}

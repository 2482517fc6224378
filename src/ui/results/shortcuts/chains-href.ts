import type { LevelChoice } from '../../../app/controller/levels.ts'
import { hasPart } from '../../seams.ts'
import { resultsHref } from '../../state/router.ts'

/** The address of a run's chains, all or some of them; null where nothing shows them. */
export const chainsHref = (
  run: string,
  levels: LevelChoice,
  change: Readonly<Record<string, string>> = {},
): string | null => (hasPart('chains') ? resultsHref(run, 'chains', { ...levels, ...change }) : null)

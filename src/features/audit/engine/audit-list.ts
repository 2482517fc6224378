/** The audit in `figures.json`: its figures over all questions. */
import type { Figure } from '../../../engine/analysis/figures.ts'
import type { Audit } from './audit.ts'

/** Named "audit/vrs". A ratio without an interval is left out. */
export const auditList = ({ overall }: Pick<Audit, 'overall'>): Figure[] =>
  overall.figures.flatMap((figure): Figure[] => {
    const { metric, unit, value, low, high, numerator, denominator, clusters, method, unread, basis } = figure
    if (low === undefined || high === undefined) return []
    return [
      {
        ...{ figure: `audit/${metric}`, slice: {}, n: denominator },
        ...{
          correct: unit === 'share' ? numerator : null,
          clusters,
          unit: overall.accuracy.basis?.unit ?? 'question',
        },
        ...{ share: value, low, high },
        ...{ designEffect: basis?.designEffect ?? null, effectiveN: basis?.effectiveN ?? null },
        ...{ method, icc: null, unread },
      },
    ]
  })

/** What the picture of an audit shows: how accurate the answers are under each condition, by what is expected there. */
import type { Estimate } from '../../../engine/analysis/shares.ts'
import { blankImage } from '../../../engine/probes/kinds/blank-image.ts'
import { flip } from '../../../engine/probes/kinds/flip.ts'
import { noiseImage } from '../../../engine/probes/kinds/noise-image.ts'
import { offTopic } from '../../../engine/probes/kinds/off-topic.ts'
import { oppositeLabel } from '../../../engine/probes/kinds/opposite-label.ts'
import { paraphrase } from '../../../engine/probes/kinds/paraphrase.ts'
import { elsewhere } from '../../../engine/probes/kinds/region.ts'
import { repeat } from '../../../engine/probes/kinds/repeat.ts'
import { sameLabel } from '../../../engine/probes/kinds/same-label.ts'
import { wrongImage } from '../../../engine/probes/kinds/swapped-image.ts'
import { textOnly } from '../../../engine/probes/kinds/text-only.ts'
import { unchanged } from '../../../engine/probes/kinds/unchanged.ts'
import type { Audit } from './audit.ts'
import type { Condition } from './items.ts'
import type { AuditFigure } from './slice-figures.ts'

/**
 * What a model that uses its images shows. `kept`: the evidence is there, so the accuracy is that of the own image. `lost`: it
 * is gone, so the accuracy is near guessing. `turned`: the image shows another answer, so the question's own is wrong.
 */
export type Evidence = 'kept' | 'lost' | 'turned'

/** In the order of the picture. */
const expectations: readonly (readonly [Evidence, readonly (Condition | 'original')[]])[] = [
  [
    'kept',
    ['original', sameLabel.kind, paraphrase.kind, unchanged.kind, repeat.kind, flip.kind, elsewhere.kind],
  ],
  ['lost', [blankImage.kind, textOnly.kind, noiseImage.kind, offTopic.kind, wrongImage]],
  ['turned', [oppositeLabel.kind]],
]

interface PlottedCondition {
  readonly condition: Condition | 'original'
  readonly evidence: Evidence
  readonly accuracy: Estimate
}

/** The conditions that were asked, by what is expected; others, such as questions without options, have a table only. */
export function plottedConditions({ conditions }: Pick<Audit, 'conditions'>): readonly PlottedCondition[] {
  return expectations.flatMap(([evidence, listed]) =>
    listed.flatMap(wanted =>
      conditions
        .filter(({ condition, accuracy }) => condition === wanted && accuracy.n > 0)
        .map(({ condition, accuracy }) => ({ condition, evidence, accuracy })),
    ),
  )
}

/** Same answer in all wordings or orders, then not; each first with another answer on a blank image, then with the same. */
const behaviours = ['ideal', 'dangerous', 'fragile', 'worst'] as const

/** Row by row; null where one of the four was not measured. */
export function behaviourTable(figures: readonly AuditFigure[]): readonly AuditFigure[] | null {
  const table = behaviours.flatMap(name => figures.filter(({ metric }) => metric === name))
  return table.length === behaviours.length ? table : null
}

/** Diagnoses that are right as often with right as with wrong perception: how often a difference is claimed, and what intervals cover. */

import { clusteredRates, type LinkCounts, Random } from '@voxelwise/statistics'
import { leastMisread } from '../../../src/engine/analysis/run-findings.ts'
import { drawChance, drawRight } from './draws.ts'
import { inPercent, percentSpan, type Simulation } from './simulation.ts'

/** Questions about each image. */
const perImage = { diagnoses: 2, perceptions: 3 } as const
/** How strongly right answers to the questions about one image are correlated. */
const correlations = { perception: 0.3, diagnosis: 0.4 } as const
const images = [60, 260] as const
const misread = [0.05, 0.2] as const

/** Chances of a right diagnosis, with what the bootstrap did: false claims, and coverage of the difference. */
const designs = [
  { chance: 0.05, claims: '4.6–16.6', coverage: '58.9–90.5' },
  { chance: 0.3, claims: '0.8–7.4', coverage: '85.0–93.8' },
  { chance: 0.55, claims: '1.2–6.0', coverage: '86.6–94.4' },
  { chance: 0.95, claims: '2.4–18.4', coverage: '64.7–89.8' },
] as const
const limits = { claims: 0.07, coverage: 0.93 } as const

function drawImage(chance: number, wrong: number, random: Random): LinkCounts {
  const { diagnoses, perceptions } = perImage
  const right = drawRight(drawChance(chance, correlations.diagnosis, random), diagnoses, random)
  const seen = drawRight(drawChance(1 - wrong, correlations.perception, random), perceptions, random)
  const [missed, unseen] = [diagnoses - right, perceptions - seen]
  return { A: right * seen, B: missed * seen, C: missed * unseen, D: right * unseen }
}

/** Shares of runs: in which a difference is claimed, and whose interval contains 0 among those with links to compare. */
function simulateClaims(
  chance: number,
  wrong: number,
  count: number,
  { runs, seed }: { runs: number; seed: number },
) {
  const random = new Random(seed)
  let [claims, covered, compared] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const links = Array.from({ length: count }, () => drawImage(chance, wrong, random))
    const { gap } = clusteredRates(links, { resamples: 500 })
    if (!gap) continue
    const holds = gap.low <= 0 && gap.high >= 0
    const isListed = links.filter(({ C, D }) => C + D > 0).length >= leastMisread
    compared++
    covered += Number(holds)
    claims += Number(isListed && !holds)
  }
  return { claims: claims / runs, coverage: covered / compared }
}

export const shortcutDifference: Simulation = {
  name: 'shortcut-difference',
  title: `Diagnoses that do not depend on perception; ${images.join(' or ')} images, ${misread.map(share => inPercent(share, 0)).join(' or ')} % of perceptions wrong.`,
  columns: [
    'right diagnoses',
    'difference claimed, bootstrap',
    'now',
    'interval contains 0, bootstrap',
    'now',
  ].map(head => ({ head, isFigure: true as const })),
  *rows(runs) {
    let seed = 900
    for (const { chance, claims, coverage } of designs) {
      const found = images.flatMap(count =>
        misread.map(wrong =>
          simulateClaims(chance, wrong, count, { runs: Math.ceil(runs / 4), seed: seed++ }),
        ),
      )
      const [claimed, covered] = [found.map(of => of.claims), found.map(of => of.coverage)]
      const isMissed = Math.max(...claimed) > limits.claims || Math.min(...covered) < limits.coverage
      yield {
        cells: [
          `${inPercent(chance, 0)} %`,
          ...[`${claims} %`, `${percentSpan(claimed)} %`, `${coverage} %`, `${percentSpan(covered)} %`],
        ],
        miss: isMissed
          ? `${inPercent(chance, 0)} %: claims ${percentSpan(claimed)} %, coverage ${percentSpan(covered)} %`
          : null,
      }
    }
  },
}

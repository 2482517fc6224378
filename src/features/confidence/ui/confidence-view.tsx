/** The section “Confidence” of the page and the report. */
import { binnings } from '@voxelwise/statistics'
import { axes } from '../../../engine/protocol/sample.ts'
import { chosenValues, type View } from '../../../ui/shared/sections.tsx'
import { resultsHref } from '../../../ui/state/router.ts'
import { byNames, fieldName } from '../../../ui/text/voxels.ts'
import {
  Calibration,
  type ConfidenceFacts,
  ConfidenceIntro,
  ConfidenceNotes,
  confidenceIn,
  shownAnswers,
} from './calibration.tsx'
import { ConfidenceScores } from './confidence-scores.tsx'
import { ConfidenceSlices } from './confidence-slices.tsx'

export const confidence: View<ConfidenceFacts> = {
  id: 'confidence',
  name: 'Confidence',
  sections: [
    { id: 'confidence-intro', body: facts => shownAnswers(facts, null) && <ConfidenceIntro {...facts} /> },
    {
      id: 'calibration',
      body: (facts, chosen) => {
        const answers = shownAnswers(facts, chosen)
        const [binning] = chosenValues(chosen, 'bins', binnings)
        return answers && <Calibration run={facts.run} {...answers} binning={binning ?? 'equal-width'} />
      },
    },
    {
      id: 'scores',
      body: (facts, chosen) => {
        const answers = shownAnswers(facts, chosen)
        if (!answers) return null
        const { name, figures, only } = answers
        const shown = chosenValues(chosen, 'bins', binnings)
        return (
          <>
            <ConfidenceScores caption={`Scores of ${name}`} figures={figures} binnings={shown} />
            <ConfidenceNotes run={facts.run} only={only} />
          </>
        )
      },
    },
    {
      id: 'confidence-by',
      name: 'Scores by group of questions',
      body: (facts, chosen) =>
        shownAnswers(facts, null) &&
        ([...axes, 'group'] as const).map(axis => {
          const report = confidenceIn(facts)?.[axis]
          return (
            report && (
              <ConfidenceSlices
                key={axis}
                axis={axis === 'group' ? fieldName(report.field?.name ?? '') : byNames[axis]}
                slices={report.slices}
                binning={chosenValues(chosen, 'bins', binnings)[0] ?? 'equal-width'}
                sort={chosen?.get('sort') ?? null}
                href={value =>
                  resultsHref(facts.run.id, 'confidence', {
                    by: axis === 'task' ? null : (report.field?.name ?? axis),
                    ...(report.field && {
                      groups: chosen?.get('groups') ?? null,
                      'by-cuts': chosen?.get('by-cuts') ?? null,
                    }),
                    bins: chosen?.get('bins') ?? null,
                    [axis]: value,
                  })
                }
              />
            )
          )
        }),
    },
  ],
}

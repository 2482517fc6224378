/** The section “Per finding” of the page and the report. */
import { Fragment, type ReactNode } from 'react'
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { addedPart } from '../../../app/controller/result-part.ts'
import { MethodsNote } from '../../../ui/shared/controls/page-link.tsx'
import type { View } from '../../../ui/shared/sections.tsx'
import { resultsHref } from '../../../ui/state/router.ts'
import { type ReportedFindings, reportedFindings } from '../app/reported-findings.ts'
import { curveResamples } from '../engine/curve-bands.ts'
import type { FindingDetail } from '../engine/diagnostics-report.ts'
import { FindingFiguresTable, FindingTable } from './finding-detail.tsx'
import { FindingsTable } from './findings-table.tsx'
import { DecisionCurve, ScoreCurvePlots } from './score-curves.tsx'
import { OpenAnswers, Thresholds } from './thresholds.tsx'

interface PerFindingFacts extends Pick<ReportFacts, 'run' | 'added'> {
  /** Parameters of the page that stay when a finding is chosen. */
  readonly kept?: Readonly<Record<string, string | null>>
}

export const perFinding: View<PerFindingFacts> = {
  id: 'per-finding',
  name: 'Per finding',
  sections: [
    {
      id: 'per-finding-intro',
      body: facts => {
        const reported = findingsIn(facts)
        return (
          reported && (
            <p className="prose">
              A finding is present or absent. The positive answer says that it is present.{' '}
              {!reported.report.hasScores && missingScores(facts.run.settings.scoring === 'choices')}
            </p>
          )
        )
      },
    },
    {
      id: 'all-findings',
      name: 'All findings',
      body: facts => {
        const reported = findingsIn(facts)
        const findingHref = (finding: string) =>
          resultsHref(facts.run.id, 'per-finding', { ...facts.kept, of: finding })
        return (
          reported && (
            <FindingsTable report={reported.report} details={reported.details.length} href={findingHref} />
          )
        )
      },
    },
    eachFinding('finding', 'Table and figures', detail => (
      <>
        <FindingTable detail={detail} />
        <FindingFiguresTable detail={detail} />
      </>
    )),
    eachFinding('score-curves', 'Curves', detail => detail.curves && <ScoreCurvePlots detail={detail} />),
    eachFinding(
      'thresholds',
      'Threshold, chosen on one half and tested on the other',
      detail => detail.thresholds && <Thresholds detail={detail} />,
    ),
    eachFinding(
      'decision-curve',
      'Decision curve',
      detail => detail.decision.length > 0 && <DecisionCurve detail={detail} />,
    ),
    eachFinding(
      'open-answers',
      'Answers that failed, were cut or could not be read',
      detail => detail.bounds.length > 0 && <OpenAnswers detail={detail} />,
    ),
    {
      id: 'per-finding-methods',
      body: facts =>
        findingsIn(facts) && (
          <MethodsNote>
            Intervals count clusters. Sensitivity, specificity, PPV and NPV have Korn–Graubard’s, AUROC has
            Obuchowski’s, and the others have Taylor’s. Intervals of AUROC and average precision need 20
            clusters. Bands are percentiles of {curveResamples} resamples of clusters, seed 1. Means over
            findings count each finding alike (macro) or each answer alike (micro).
          </MethodsNote>
        ),
    },
  ],
}

/** Null for a run without findings. */
const findingsIn = (facts: PerFindingFacts): ReportedFindings | null =>
  addedPart(reportedFindings, facts) ?? null

type Section = View<PerFindingFacts>['sections'][number]

/** A part of every finding that is shown in full. */
function eachFinding(id: string, name: string, of: (detail: FindingDetail) => ReactNode): Section {
  return {
    id,
    name,
    body: facts => {
      const parts = (findingsIn(facts)?.details ?? []).flatMap(detail => {
        const content = of(detail)
        return content === null || content === false ? [] : [{ detail, content }]
      })
      return (
        parts.length > 0 &&
        parts.map(({ detail: { finding }, content }) => (
          <Fragment key={finding}>
            <h4>{finding}</h4>
            {content}
          </Fragment>
        ))
      )
    },
  }
}

const missingScores = (isAsked: boolean): string =>
  isAsked
    ? 'No answer of this run has option probabilities, so there is no AUROC, curve or threshold.'
    : 'AUROC, curves and thresholds need option probabilities. Choose “Option probabilities” under Scoring at set-up, or --scoring choices.'

/** The papers' findings that one run has a figure for, as figures of `figures.json`, named "medrcube/views". */
import type { FigureSource } from '../../../engine/analysis/figure-source.ts'
import type { Figure } from '../../../engine/analysis/figures.ts'
import { paperFindings } from './paper-findings.ts'

export const papersList = ({
  rows,
  accuracy,
  total,
}: Pick<FigureSource, 'rows' | 'accuracy' | 'total'>): Figure[] =>
  paperFindings(rows, accuracy, total).flatMap(({ paper, findings }) =>
    findings.flatMap(({ id, figure, verdict }): Figure[] => {
      if (!figure) return []
      const { value, n, clusters, unit, low, high, method } = figure
      const name = `${paper.toLowerCase()}/${id}`
      return [
        {
          ...{ figure: name, slice: {}, n, correct: null, clusters, unit, share: value, low, high },
          ...{ designEffect: null, effectiveN: null, method, icc: null, verdict },
        },
      ]
    }),
  )

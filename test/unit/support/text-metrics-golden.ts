import { golden } from './golden.ts'

type Four = [number, number, number, number]
type Figures = [precision: number, recall: number, f1: number]

interface TextMetricsGolden {
  readonly pairs: [
    prediction: string,
    reference: string,
    figures: {
      readonly f1: number
      readonly exact: number
      readonly bleu: { readonly '13a': Four; readonly zh: Four }
      readonly rouge: [rouge1: Figures, rouge2: Figures, rougeL: Figures]
    },
  ][]
  readonly corpora: [
    texts: [prediction: string, references: string[]][],
    corpusScores: Four,
    sentenceScores: number[],
  ][]
}

/** What tools/golden/text_metrics.py writes. */
export const textMetricsGolden = golden<TextMetricsGolden>('text-metrics.json')

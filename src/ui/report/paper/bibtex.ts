/** The references of a run as BibTeX: what its report cites, the benchmark of its protocol, and Voxelwise itself. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import { citationsOf } from '../methods-section.tsx'

interface Entry {
  readonly type: 'article' | 'book' | 'inproceedings' | 'misc'
  readonly key: string
  readonly fields: Readonly<Record<string, string>>
}

const entry = (type: Entry['type'], key: string, fields: Entry['fields']): Entry => ({ type, key, fields })
const arxiv = (number: string) => ({ eprint: number, archivePrefix: 'arXiv' })

/** By the address of the citation in the report. */
export const bibEntries: Readonly<Record<string, Entry>> = {
  'https://arxiv.org/abs/2604.13756': entry('misc', 'medrcube2026', {
    title: '{MedRCube}',
    year: '2026',
    ...arxiv('2604.13756'),
  }),
  'https://www150.statcan.gc.ca/n1/en/catalogue/12-001-X': entry('article', 'korn1998confidence', {
    author: 'Korn, Edward L. and Graubard, Barry I.',
    title:
      'Confidence intervals for proportions with small expected number of positive counts estimated from survey data',
    journal: 'Survey Methodology',
    volume: '24',
    pages: '193--201',
    year: '1998',
    url: 'https://www150.statcan.gc.ca/n1/en/catalogue/12-001-X',
  }),
  'https://arxiv.org/abs/2010.09686': entry('article', 'waudbysmith2024estimating', {
    author: 'Waudby-Smith, Ian and Ramdas, Aaditya',
    title: 'Estimating means of bounded random variables by betting',
    journal: 'Journal of the Royal Statistical Society Series B',
    volume: '86',
    pages: '1--27',
    year: '2024',
    ...arxiv('2010.09686'),
  }),
  'https://arxiv.org/abs/2103.06476': entry('article', 'waudbysmith2024asymptotic', {
    author:
      'Waudby-Smith, Ian and Arbour, David and Sinha, Ritwik and Kennedy, Edward H. and Ramdas, Aaditya',
    title: 'Time-uniform central limit theory and asymptotic confidence sequences',
    journal: 'The Annals of Statistics',
    volume: '52',
    pages: '2613--2640',
    year: '2024',
    ...arxiv('2103.06476'),
  }),
  'https://doi.org/10.1017/CBO9780511802843': entry('book', 'davison1997bootstrap', {
    author: 'Davison, A. C. and Hinkley, D. V.',
    title: 'Bootstrap Methods and their Application',
    publisher: 'Cambridge University Press',
    year: '1997',
    doi: '10.1017/CBO9780511802843',
  }),
  'https://doi.org/10.1007/BF02295996': entry('article', 'mcnemar1947note', {
    author: 'McNemar, Quinn',
    title: 'Note on the sampling error of the difference between correlated proportions or percentages',
    journal: 'Psychometrika',
    volume: '12',
    pages: '153--157',
    year: '1947',
    doi: '10.1007/BF02295996',
  }),
  'https://www.jstor.org/stable/4615733': entry('article', 'holm1979simple', {
    author: 'Holm, Sture',
    title: 'A simple sequentially rejective multiple test procedure',
    journal: 'Scandinavian Journal of Statistics',
    volume: '6',
    pages: '65--70',
    year: '1979',
    url: 'https://www.jstor.org/stable/4615733',
  }),
  'https://doi.org/10.1002/sim.3095': entry('article', 'zou2008construction', {
    author: 'Zou, G. Y. and Donner, A.',
    title: 'Construction of confidence limits about effect measures: a general approach',
    journal: 'Statistics in Medicine',
    volume: '27',
    pages: '1693--1702',
    year: '2008',
    doi: '10.1002/sim.3095',
  }),
  'https://arxiv.org/abs/1706.04599': entry('inproceedings', 'guo2017calibration', {
    author: 'Guo, Chuan and Pleiss, Geoff and Sun, Yu and Weinberger, Kilian Q.',
    title: 'On calibration of modern neural networks',
    booktitle: 'ICML',
    year: '2017',
    ...arxiv('1706.04599'),
  }),
  'https://doi.org/10.1175/1520-0493(1950)078%3C0001:VOFEIT%3E2.0.CO;2': entry(
    'article',
    'brier1950verification',
    {
      author: 'Brier, Glenn W.',
      title: 'Verification of forecasts expressed in terms of probability',
      journal: 'Monthly Weather Review',
      volume: '78',
      pages: '1--3',
      year: '1950',
      doi: '10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2',
    },
  ),
  'https://arxiv.org/abs/1903.12261': entry('inproceedings', 'hendrycks2019benchmarking', {
    author: 'Hendrycks, Dan and Dietterich, Thomas',
    title: 'Benchmarking neural network robustness to common corruptions and perturbations',
    booktitle: 'ICLR',
    year: '2019',
    ...arxiv('1903.12261'),
  }),
  'https://arxiv.org/abs/2406.17536': entry('misc', 'disalvo2024medmnistc', {
    author: 'Di Salvo, Francesco and Doerrich, Sebastian and Ledig, Christian',
    title:
      'MedMNIST-C: comprehensive benchmark and improved classifier robustness by simulating realistic image corruptions',
    year: '2024',
    ...arxiv('2406.17536'),
  }),
  'https://arxiv.org/abs/2309.03882': entry('inproceedings', 'zheng2024large', {
    author: 'Zheng, Chujie and others',
    title: 'Large language models are not robust multiple choice selectors',
    booktitle: 'ICLR',
    year: '2024',
    ...arxiv('2309.03882'),
  }),
  'https://arxiv.org/abs/2307.06281': entry('inproceedings', 'liu2024mmbench', {
    author: 'Liu, Yuan and others',
    title: '{MMBench}: is your multi-modal model an all-around player?',
    booktitle: 'ECCV',
    year: '2024',
    ...arxiv('2307.06281'),
  }),
  'https://github.com/huggingface/transformers.js': entry('misc', 'transformersjs', {
    author: '{Hugging Face}',
    title: '{Transformers.js}',
    url: 'https://github.com/huggingface/transformers.js',
  }),
  'https://onnxruntime.ai': entry('misc', 'onnxruntime', {
    author: '{ONNX Runtime developers}',
    title: '{ONNX Runtime}',
    url: 'https://onnxruntime.ai',
  }),
}

const medCmr = entry('misc', 'medcmr2025', { title: '{Med-CMR}', year: '2025', ...arxiv('2512.00818') })

const textOf = ({ type, key, fields }: Entry): string =>
  `@${type}{${key},\n${Object.entries(fields)
    .map(([name, value]) => `  ${name} = {${value}},\n`)
    .join('')}}\n`

export function bibtex(facts: ReportFacts): string {
  const cited = citationsOf(facts).flatMap(([, address]) => bibEntries[address] ?? [])
  const { id } = facts.run.settings.protocol
  return [...cited, ...(id === 'med-cmr' ? [medCmr] : [])].map(textOf).join('\n')
}

/** The references of a run as BibTeX: what its report cites, and the benchmark of its protocol. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import type { Citation } from '../../../ui/report/citations.tsx'
import type { FeatureMethods } from '../../../ui/report/feature-methods.ts'
import { listCitations } from '../../../ui/report/methods.tsx'

const medCmr: Citation = {
  text: 'H. Gong et al. (2025), Med-CMR, arXiv:2512.00818: the benchmark.',
  address: 'https://arxiv.org/abs/2512.00818',
  bib: ['misc', 'medcmr2025'],
  author:
    'Gong, Haozhen and Ji, Xiaozhong and Liu, Yuansen and Wu, Wenbin and Yan, Xiaoxiao and Liu, Jingjing and Wu, Kai and Pan, Jiazhen and Jian, Bailiang and Zhang, Jiangning and Hu, Xiaobin and Li, Hongwei Bran',
  title:
    '{Med-CMR: A Fine-Grained Benchmark Integrating Visual Evidence and Clinical Logic for Medical Complex Multimodal Reasoning}',
  year: '2025',
}

/** Where it is found: by its number on arXiv, its DOI, or its address. */
function locationFields(address: string | undefined): Readonly<Record<string, string>> {
  if (address === undefined) return {}
  const [, eprint] = address.split('https://arxiv.org/abs/')
  if (eprint !== undefined) return { eprint, archivePrefix: 'arXiv' }
  const [, doi] = address.split('https://doi.org/')
  return doi === undefined ? { url: address } : { doi: decodeURIComponent(doi) }
}

function bibEntry({ text, address, bib: [type, key], ...fields }: Citation): string {
  const lines = Object.entries({ ...fields, ...locationFields(address) })
  return `@${type}{${key},\n${lines.map(([name, value]) => `  ${name} = {${value}},\n`).join('')}}\n`
}

export function bibtex(facts: ReportFacts, added: readonly FeatureMethods[]): string {
  const { id } = facts.run.settings.protocol
  return [...listCitations(facts, added), ...(id === 'med-cmr' ? [medCmr] : [])].map(bibEntry).join('\n')
}

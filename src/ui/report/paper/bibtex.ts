/** The references of a run as BibTeX: what its report cites, and the benchmark of its protocol. */
import type { ReportFacts } from '../../../app/controller/report-facts.ts'
import type { Citation } from '../citations.tsx'
import { citationsOf } from '../methods.tsx'

const medCmr: Citation = {
  text: 'Med-CMR, arXiv:2512.00818: the benchmark.',
  address: 'https://arxiv.org/abs/2512.00818',
  bib: ['misc', 'medcmr2025'],
  title: '{Med-CMR}',
  year: '2025',
}

/** Where it is found: by its number on arXiv, its DOI, or its address. */
function placeOf(address: string): Readonly<Record<string, string>> {
  const [, eprint] = address.split('https://arxiv.org/abs/')
  if (eprint !== undefined) return { eprint, archivePrefix: 'arXiv' }
  const [, doi] = address.split('https://doi.org/')
  return doi === undefined ? { url: address } : { doi: decodeURIComponent(doi) }
}

export function entryOf({ text, address, bib: [type, key], ...fields }: Citation): string {
  const lines = Object.entries({ ...fields, ...placeOf(address) })
  return `@${type}{${key},\n${lines.map(([name, value]) => `  ${name} = {${value}},\n`).join('')}}\n`
}

export function bibtex(facts: ReportFacts): string {
  const { id } = facts.run.settings.protocol
  return [...citationsOf(facts), ...(id === 'med-cmr' ? [medCmr] : [])].map(entryOf).join('\n')
}

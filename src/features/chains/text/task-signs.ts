import { ownValue } from '@voxelwise/python'

/** Abbreviations of tasks, for narrow places. */

/** Abbreviations of the paper. */
const known: Readonly<Record<string, string>> = {
  'Modality Recognition': 'MR',
  'View Recognition': 'VR',
  'View Identification': 'VI',
  'Imaging Protocols Recognition': 'IPR',
  'Organ Recognition': 'OR',
  'ROI Grounding': 'RG',
  'Abnormity Diagnosis': 'AD',
  'Disease Diagnosis': 'DD',
  'Severity Grading': 'SG',
  'Report Generation': 'RGN',
}

/** The paper's abbreviation, or the initials; duplicates are numbered. */
export function taskSigns(tasks: Iterable<string>): ReadonlyMap<string, string> {
  const signs = new Map<string, string>()
  const taken = new Set<string>()
  for (const task of tasks) {
    if (signs.has(task)) continue
    const wanted = ownValue(known, task) ?? initials(task)
    let sign = wanted
    for (let number = 2; taken.has(sign); number++) sign = `${wanted}${number}`
    taken.add(sign)
    signs.set(task, sign)
  }
  return signs
}

function initials(task: string): string {
  const words = task.split(/[\s_/-]+/).filter(Boolean)
  const letters = words.length > 1 ? words.map(word => [...word][0] ?? '').slice(0, 3) : [...task].slice(0, 2)
  return letters.join('').toUpperCase() || '–'
}

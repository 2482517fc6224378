/** Which columns are the axes, and which ones reveal the answer. */

import { cellText, cellTexts, isList, unpacked } from '../../../data/formats/mapping/cells.ts'
import {
  anatomyNames,
  bare,
  modalityNames,
  nameScore,
  taskNames,
} from '../../../data/formats/mapping/column-names.ts'
import { type ColumnProfile, isLabel, shareOfCells } from '../../../data/formats/mapping/column-profile.ts'
import type { ColumnSource } from '../../../data/formats/mapping/document.ts'
import { levelled } from '../../../data/formats/mapping/spellings.ts'
import { greatest } from '../../../engine/base/grouping.ts'

const modalityWords =
  /\b(?:ct|cta|cbct|mri|mra|mr|x-?rays?|xrays?|cxr|radiograph\w*|radiology|ultraso\w+|us|echo\w*|pet|spect|oct|fundus|histolog\w*|histopatholog\w*|patholog\w*|dermosc\w*|dermatosc\w*|endosc\w*|colonosc\w*|laparosc\w*|mammogra\w*|microsc\w*|angiogra\w*|fluorosc\w*|photo\w*|tomogra\w*|ecg|eeg|rx|tc|rm|mrt|irm|tdm|scanner|rontgen\w*|roentgen\w*|radiogra[fp]\w*|ultraschall\w*|sonogra\w*|echogra\w*|ecogra\w*|ultrasso\w*|reson\w*|risonanza\w*|mammogra\w*|mamogra\w*)\b/i
const anatomyWords =
  /\b(?:brain|head|neck|cranial|neuro\w*|chest|thora\w+|lungs?|pulmonary|heart|cardi\w+|abdom\w+|liver|hepat\w+|kidneys?|renal|bladder|breasts?|eyes?|retina\w*|ocular|spine|spinal|bones?|skeletal|musculoskeletal|knees?|hips?|limbs?|hands?|foot|skin|derm\w*|colon|stomach|gastro\w*|digestive|intestin\w*|pelvi\w+|prostate|uter\w+|ovar\w+|teeth|tooth|dental|oral|thyroid|pancrea\w+|spleen|vascular|nervous|respiratory|circulatory|urinary|reproductive|endocrine|lymph\w*|muscles?|gehirn|hirn|schadel|kopf|hals|brustkorb|lungen?|herz|leber|nieren?|harnblase|brust|augen?|netzhaut|wirbelsaule|knochen|huften?|haut|magen|darm|becken|zahne?|schilddruse|bauch|cerveau|crane|tete|cou|poumons?|coeur|foie|reins?|vessie|seins?|yeux|oeil|rachis|genou|hanche|peau|estomac|bassin|dents?|cerebro|cabeza|cuello|torax|pulmon\w*|corazon|higado|rinon\w*|vejiga|mamas?|ojos?|columna|huesos?|rodilla|cadera|piel|estomago|dientes?|cervello|testa|collo|polmon\w*|cuore|fegato|ren[ei]|vescica|seno|occh\w+|ossa|ginocchio|anca|pelle|denti|cabeca|pescoco|coracao|figado|rins?|bexiga|olhos?|ossos?|joelho|quadril|pele)\b/i
const formats =
  /^(?:multiple[-_ ]?choices?|mcqs?|mc|single[-_ ]?choice|open(?:[-_ ]?ended)?|closed?(?:[-_ ]?ended)?|vqa|qa|free[-_ ]?(?:form|text)|short[-_ ]?answer|yes[-_/ ]?no|true[-_/ ]?false|binary|(?:image\/|\.)?(?:png|jpe?g|tiff?|bmp|gif|webp|dcm|dicom|nii(?:\.gz)?|npy)|rgba?|gr[ae]y(?:[-_ ]?scale)?)$/i

const specialty =
  /\b\w*(?:ology|ologie|ología|ologia|iatry|iatrics?|iatrie|surgery|chirurgie|medicine|anesthesia)\b|логия|хирургия/i

/** A department is no part of the body, though it may be called after one. */
const namesSpecialties = (column: ColumnProfile): boolean =>
  /special|department|discipline|subject/.test(bare(column.name)) ||
  shareOfCells(column, cell => cellTexts(cell).some(text => specialty.test(text))) > 0.2

/** "Röntgen" as "Rontgen": `\b` and `\w` know no accents. */
const unaccented = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('œ', 'oe')

type GuessedAxes = Readonly<Record<'task' | 'modality' | 'anatomy', ColumnSource | null>>

/** By name, else by contents. @param free columns without another use that do not reveal the answer */
export function guessAxes(free: readonly ColumnProfile[]): GuessedAxes {
  const labels = free.filter(
    column => isLabel(column) && shareOfCells(column, cell => formats.test(cellText(cell) ?? '')) < 0.9,
  )
  const taken = new Set<ColumnProfile>()
  const take = (score: (column: ColumnProfile) => number): ColumnSource | null => {
    const free = labels.filter(column => !taken.has(column))
    const best = greatest(free, score)
    if (!best || score(best) === 0) return null
    taken.add(best)
    return axisSource(best)
  }
  const shareNaming = (words: RegExp) => (column: ColumnProfile) => {
    const share = shareOfCells(column, cell => cellTexts(cell).some(text => words.test(unaccented(text))))
    return share > 0.6 && column.distinct > 1 && nameScore(column.name, taskNames.slice(0, 10)) < 50
      ? share
      : 0
  }
  const modality = take(({ name }) => nameScore(name, modalityNames))
  const anatomy = take(({ name }) => nameScore(name, anatomyNames))
  const otherModality = modality ?? take(shareNaming(modalityWords))
  const otherAnatomy =
    anatomy ?? take(column => (namesSpecialties(column) ? 0 : shareNaming(anatomyWords)(column)))
  return {
    task: take(({ name }) => nameScore(name, taskNames)),
    modality: otherModality,
    anatomy: otherAnatomy,
  }
}

/** Lists of one length, or padded with empty texts, are levels; the last one is the most specific. */
function axisSource({ name, cells }: ColumnProfile): ColumnSource {
  const lists = cells.map(unpacked).filter(isList)
  const lengths = new Set(lists.map(({ length }) => length))
  const isFilledUp = lists.some(list => list.some(cell => cellText(cell) === null))
  const areLevels = lists.length > 1 && !lengths.has(1) && (isFilledUp || lengths.size === 1)
  return { column: [name], ...(areLevels && { take: 'last' }) }
}

/** Whether a column contains the right answer's text in most of the rows. */
export function tellsAnswer({ cells }: ColumnProfile, right: readonly (string | null)[]): boolean {
  const both = cells.flatMap((cell, i) => {
    const text = cellText(cell)
    const answer = right[i]
    return text === null || answer === null || answer === undefined
      ? []
      : [levelled(text) === levelled(answer)]
  })
  return both.length > 0 && both.filter(Boolean).length / both.length > 0.5
}

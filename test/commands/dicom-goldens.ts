/**
 * Compares our reader with pydicom over the files of its own packages: `tsx test/commands/dicom-goldens.ts GOLDENS.jsonl SITE_PACKAGES`.
 * tools/dicom/goldens.py writes the first, pip installs the second.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compared, readGoldens } from '../../packages/pixels/test/dicom-goldens.ts'

const folders: Readonly<Record<string, string>> = {
  pydicom: 'pydicom/data/test_files',
  data_store: 'data_store/data',
  nibabel: 'nibabel/nicom/tests/data',
}

const [goldens = '', packages = ''] = process.argv.slice(2)
const counts = new Map<string, number>()
for (const golden of readGoldens(goldens)) {
  const [name = '', ...rest] = golden.file.split('/')
  const path = join(packages, folders[name] ?? '', ...rest)
  if (!existsSync(path)) continue
  const verdict = await compared(golden, path)
  const agrees = golden.error === undefined ? verdict === 'equal' : 'refused by pydicom'
  const key = agrees === true ? 'equal' : agrees === false ? 'different' : agrees
  counts.set(key, (counts.get(key) ?? 0) + 1)
  if (verdict !== 'equal')
    console.log(`${golden.file} frame ${golden.frame}: ${verdict} (pydicom: ${golden.error ?? 'reads it'})`)
}
console.log(Object.fromEntries(counts))

/**
 * Makes the data set folder that the fixtures were run on: the first questions of the bundled data set, and beside
 * them one of each thing that can be odd about a sample. Use: `node test/golden/run-v1/recipe.mjs FOLDER`
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder = ''] = process.argv.slice(2)
const demo = 'public/datasets/phantom-cube/PhantomHeartUS'
const own = join(folder, 'Odd')
mkdirSync(join(folder, 'Broken'), { recursive: true })
mkdirSync(join(own, 'pictures'), { recursive: true })
for (const name of ['case_01.png', 'case_02.png', 'case_03.png'])
  cpSync(join(demo, 'pictures', name), join(own, 'pictures', name))
const png = readFileSync(join(demo, 'pictures/case_04.png'))
writeFileSync(join(own, 'pictures/cut.png'), png.subarray(0, png.length / 2))

const items = JSON.parse(readFileSync(join(demo, 'test.json'), 'utf8')).slice(0, 14)
const [first] = items
const { image_path: _, ...textOnly } = first
const { option_A: _a, option_B: _b, option_C: _c, ...noOptions } = first
const odd = [
  { ...first, id: 'cut', image_path: 'pictures/cut.png' },
  { ...first, id: 'no-such-answer', gt_answer: 'None of these' },
  { ...textOnly, id: 17.5 },
  { ...first, id: '=1+1', task: '+Röntgen, "zweifach"' },
  { ...first },
  { ...first, id: 'equal', option_B: first.option_A },
  { ...first, id: 'lost', image_path: 'pictures/lost.png' },
  { ...first, id: 'outside', image_path: '../../outside.png' },
  { ...noOptions, id: 'no-options' },
  { ...first, question: '' },
]
writeFileSync(join(own, 'test.json'), JSON.stringify([...items, ...odd], null, 1))
writeFileSync(join(folder, 'Broken/test.json'), '[{"id": 1,')

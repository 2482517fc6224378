/**
 * A file exports what other files import. Not one of the laws of `npm run check`: where a feature was deleted, it names what only
 * that feature had imported.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { modulesFromFeatures } from '../../build/from-features.ts'
import type { TestedAlone } from '../unit/support/tested-alone.ts'

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => join(folder, name))

const packageFolders = readdirSync('packages').map(name => join('packages', name))
const own = ['src', ...packageFolders.map(folder => join(folder, 'src'))].flatMap(filesBelow)
const commands = ['bench', 'build', 'tools'].flatMap(filesBelow)
const tests = ['test', ...packageFolders.map(folder => join(folder, 'test')).filter(existsSync)].flatMap(
  filesBelow,
)

/** In how many of the files each word stands. */
function countFilesByWord(files: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const file of files)
    for (const word of new Set(readFileSync(file, 'utf8').match(/\w+/g)))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const inAllFiles = countFilesByWord([...own, ...commands, ...tests])
const withoutTests = countFilesByWord([...own, ...commands])

/** Exports of a file by their names, those that a list exports once more aside. */
const exportsIn = (file: string, kinds: string): readonly string[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      new RegExp(`^export (?:abstract |async )?(?:${kinds}) (\\w+)`, 'gm'),
    ),
  ].map(([, name = '']) => name)

const types = 'interface|type'
const values = 'function\\*?|const|let|class'

/** What every command exports: a process starts it, and a test reads how it is used. */
const ofCommands = new Set(['main', 'spec'])

test('every export is named by another file', () => {
  const unused = own.flatMap(file =>
    exportsIn(file, `${types}|${values}`)
      .filter(name => inAllFiles.get(name) === 1 && !ofCommands.has(name))
      .map(name => `${file}: ${name}`),
  )
  expect(unused).toEqual([])
})

/** Values of the core and the packages that only tests import. */
const ofCore: TestedAlone = {
  'its golden file is the output of the official code': [
    ...['averageRanks', 'correlationPValue', 'mropePositions', 'openCandidates', 'tokenF1'],
  ],
  'it is held against the truth over thousands of draws': ['rateEstimates', 'resampleKinds'],
  'it is a table, of which a test reads every entry': [
    ...['allProbes', 'exactMatchRules', 'medicalProfiles', 'serverKinds', 'yesNoRules'],
  ],
  'the fuzzer writes what it reads': ['parsePublished'],
  'a test makes a document or a screen of it': [
    ...['Intro', 'RatePlot', 'ShortcutGroups', 'explainOption', 'optionAsTyped', 'printable'],
  ],
  'it decides from what its caller asks of the machine, the browser or ONNX Runtime': [
    ...['askForOwnData', 'copiedPaths', 'featuresFor', 'findChromium', 'findEnglish', 'howToGetChromium'],
    ...['howToOpen', 'isSameAhead', 'prefixUnsupportedReason', 'wantedAhead'],
  ],
  'its caller needs a whole page, run or model folder': [
    ...['asLinks', 'chosenFacts', 'foldedPrompt', 'offerFor', 'resultRow', 'resultsAddress', 'ticksAfter'],
  ],
}

/** A feature is deleted with its tests, so each has a list of its own. */
const ofFeatures = await modulesFromFeatures<{ testedAlone: TestedAlone }>('tested-alone.ts')

test('what only tests import is a type, or has a reason', () => {
  const found = own
    .flatMap(file => exportsIn(file, values))
    .filter(name => withoutTests.get(name) === 1 && !ofCommands.has(name))
  const lists = [ofCore, ...ofFeatures.map(({ testedAlone }) => testedAlone)]
  expect(found.toSorted()).toEqual(lists.flatMap(list => Object.values(list).flat()).toSorted())
})

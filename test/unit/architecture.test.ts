/** The layout of src, as docs/architecture.md describes it: what the linter cannot check. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { probeKinds } from '../../src/engine/probes/kinds/registry.ts'
import { featureSheets, listSheets } from './support/sheets.ts'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file))
  .map(file => join('src', file))

const packageFiles = readdirSync('packages').flatMap(name => {
  const folder = join('packages', name, 'src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .map(file => join(folder, file))
})

const texts = new Map([...files, ...packageFiles].map(file => [file, readFileSync(file, 'utf8')]))
const readText = (file: string): string => texts.get(file) ?? ''

/** What each file imports, types included: a file of src, or the name of a package. */
const importsByFile = new Map(
  files.map(file => [
    file,
    [
      ...readText(file).matchAll(
        /(?:^(?:import|export)\b[^'"`;]*?\bfrom |^import |\bimport\(|\bnew URL\((?='\.))'([^'?]+)/gm,
      ),
    ].map(([, path = '']) => (path.startsWith('.') ? normalize(join(dirname(file), path)) : path)),
  ]),
)

/**
 * Every room, and the rooms that it may import besides itself; a room in full stands for its sub-rooms. A room that is not listed
 * may be imported by nobody.
 */
const rooms: Readonly<Record<string, string>> = {
  'engine/base': '',
  'engine/protocol': 'engine/base',
  'engine/analysis': 'engine/base engine/protocol',
  'engine/probes': 'engine/base engine/protocol engine/analysis engine/seams.ts',
  'engine/families': 'engine/base',
  'engine/model': 'engine/base engine/protocol engine/families',
  'engine/runtime': 'engine/base engine/protocol engine/probes engine/families engine/model engine/seams.ts',
  'data/sources': 'engine',
  'data/containers': 'engine data/sources',
  'data/formats': 'engine data/sources data/containers data/seams.ts',
  'data/images': 'engine data/sources data/containers',
  'data/questions': 'engine data/sources data/containers data/formats data/images data/seams.ts',
  'data/export': 'engine data/sources data/containers data/formats data/images data/seams.ts',
  'data/store': 'engine data/sources data/containers data/export',
  workers: 'engine data',
  offline: 'engine/base',
  'app/state': 'engine data',
  'app/threads': 'engine data workers app/state',
  'app/offline': 'engine data offline app/state',
  'app/storage': 'engine data workers app/state app/threads',
  'app/folders': 'engine data workers app/state app/threads',
  'app/run': 'engine data workers app/state app/threads app/folders',
  'app/queue': 'engine data workers app/state app/threads app/folders app/run',
  'app/rows': 'engine data workers app/state app/threads',
  'app/controller': 'engine data workers app',
  ui: 'engine data app',
  harness: 'engine data workers app ui/report',
  cli: 'engine data app ui/text',
}

/** Packages that only some rooms may import. */
const packages: Readonly<Record<string, string>> = {
  react: 'ui',
  'react-dom': 'ui',
  'd3-array': 'ui',
  'd3-scale': 'ui',
  jspdf: 'features',
  'svg2pdf.js': 'features',
  idb: 'data/store',
  comlink: 'workers',
  'onnxruntime-web': 'engine/runtime cli/native features',
  'ort-with-kernel': 'engine/runtime',
  '@huggingface/transformers': 'engine/runtime workers cli/native features',
  '@huggingface/jinja': 'engine/model',
  '@zip.js/zip.js': 'data/export data/store',
  valibot: 'engine data',
  '@voxelwise/checkpoint': 'features',
  '@voxelwise/onnx': 'engine/runtime',
  '@voxelwise/python': 'engine data workers offline app ui ui/text harness cli',
  '@voxelwise/statistics': 'engine data workers app ui',
  '@voxelwise/tables': 'data cli',
  '@voxelwise/pixels': 'engine data workers app ui cli',
  // The addresses of the decoders' files in the page.
  '@cornerstonejs/codec-charls': 'data/images',
  '@cornerstonejs/codec-openjpeg': 'data/images',
  vite: 'cli',
  'playwright-core': 'cli',
  ws: 'cli/native',
}

/** Each part of a feature (`src/features/<name>/<part>`): its room in the core, and the rooms and parts that it may import. */
const parts: Readonly<Record<string, { room: string; rooms: string; parts: string }>> = {
  engine: { room: 'engine', rooms: 'engine', parts: 'engine' },
  data: { room: 'data', rooms: 'engine data', parts: 'engine data' },
  worker: { room: 'workers', rooms: 'engine data workers', parts: 'engine data worker' },
  app: { room: 'app', rooms: 'engine data workers app', parts: 'engine data worker app' },
  text: { room: 'ui/text', rooms: 'engine data ui/text', parts: 'engine data text' },
  ui: { room: 'ui', rooms: 'engine data app ui', parts: 'engine data app text ui' },
  cli: { room: 'cli', rooms: 'engine data app ui/text cli', parts: 'engine data app text cli' },
}

/** A room is a folder, or one file in its place. */
const isIn = (file: string, room: string): boolean =>
  file === `src/${room}` || file.startsWith(`src/${room}/`)
const isInAny = (file: string, list: string): boolean =>
  list.split(' ').some(room => room !== '' && isIn(file, room))
const findRoom = (file: string): string | undefined => Object.keys(rooms).find(room => isIn(file, room))

/** The feature and the part of it that a file belongs to; null for a file of the core. */
function findFeature(file: string): { name: string; part: string } | null {
  const [, name, part] = /^src\/features\/([^/]+)\/([^/]+)\//.exec(file) ?? []
  return name === undefined || part === undefined ? null : { name, part }
}

/** Where features enter a room, by the part of theirs that enters. */
const entries: Readonly<Record<string, string>> = {
  'src/engine/features.ts': 'engine',
  'src/engine/probe-features.ts': 'engine',
  'src/data/features.ts': 'data',
  'src/data/export-features.ts': 'data',
  'src/data/import-features.ts': 'data',
  'src/data/finding-features.ts': 'data',
  'src/workers/features.ts': 'worker',
  'src/workers/fact-features.ts': 'worker',
  'src/app/features.ts': 'app',
  'src/harness/features.ts': 'app',
  'src/ui/features.ts': 'ui',
  'src/cli/features.ts': 'cli',
}

/** What a room asks of features: made of its entries, imported by the room. */
const seams: Readonly<Record<string, string>> = {
  'src/engine/seams.ts': 'engine',
  'src/data/seams.ts': 'data',
  'src/data/import-seams.ts': 'data',
  'src/workers/seams.ts': 'worker',
  'src/app/seams.ts': 'app',
  'src/ui/seams.ts': 'ui',
  'src/ui/page-features.ts': 'ui',
  'src/cli/seams.ts': 'cli',
}
const isEntry = (file: string): boolean => Object.hasOwn(entries, file)
/** An entry that the core imports itself, since nothing is made of it. */
const isShown = (file: string): boolean => file === 'src/harness/features.ts'
const isSeam = (file: string): boolean => Object.hasOwn(seams, file)

function mayImport(file: string, target: string): boolean {
  const [own, other] = [findFeature(file), findFeature(target)]
  if (own) {
    const may = parts[own.part]
    if (!may) return false
    if (!other) return isInAny(target, may.rooms) && !isEntry(target) && !isSeam(target)
    return own.name === other.name && may.parts.split(' ').includes(other.part)
  }
  const part = entries[file] ?? seams[file]
  if (part !== undefined)
    return other
      ? isEntry(file) && other.part === part
      : isInAny(target, parts[part]?.rooms ?? '') && (!isEntry(target) || isSeam(file))
  const room = findRoom(file)
  return (
    room !== undefined &&
    !other &&
    (!isEntry(target) || isShown(target)) &&
    (isIn(target, room) || isInAny(target, rooms[room] ?? ''))
  )
}

test('a room imports only the rooms that it may import', () => {
  const forbidden = [...importsByFile].flatMap(([file, targets]) =>
    targets
      .filter(target => target.startsWith('src/') && existsSync(target))
      .filter(target => !mayImport(file, target))
      .map(target => `${file} imports ${target}`),
  )
  expect(forbidden).toEqual([])
})

test('a package is imported only in its rooms', () => {
  const isAllowed = (file: string, list: string): boolean => {
    const room = parts[findFeature(file)?.part ?? '']?.room
    return isInAny(file, list) || (room !== undefined && list.split(' ').includes(room))
  }
  const forbidden = [...importsByFile].flatMap(([file, targets]) =>
    targets
      .filter(target => !existsSync(target) && !target.startsWith('node:'))
      .map(target => target.split('/', target.startsWith('@') ? 2 : 1).join('/'))
      .filter(name => !isAllowed(file, packages[name] ?? ''))
      .map(name => `${file} imports ${name}`),
  )
  expect(forbidden).toEqual([])
})

test('a package imports its own files and other packages only, and has a README', () => {
  const outside = packageFiles.flatMap(file => {
    const [, folder = ''] = /^(packages\/[^/]+\/src\/)/.exec(file) ?? []
    return [...readText(file).matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)/g)]
      .map(([, path = '']) => join(dirname(file), path))
      .filter(target => !target.startsWith(folder))
      .map(target => `${file} imports ${target}`)
  })
  expect(outside).toEqual([])
  expect(readdirSync('packages').filter(name => !existsSync(join('packages', name, 'README.md')))).toEqual([])
})

test('a feature has a short README, and its files are in its parts', () => {
  const names = new Set(files.flatMap(file => /^src\/features\/([^/]+)/.exec(file)?.[1] ?? []))
  const wrong = [...names].filter(name => {
    const readme = `src/features/${name}/README.md`
    return !existsSync(readme) || readFileSync(readme, 'utf8').trimEnd().split('\n').length > 20
  })
  const outside = files.filter(
    file => file.startsWith('src/features/') && !parts[findFeature(file)?.part ?? ''],
  )
  expect([wrong, outside]).toEqual([[], []])
})

const features = readdirSync('src/features')

test('an entry has one line for a feature, which can be deleted alone', () => {
  const lists = Object.keys(entries).filter(file => !isShown(file))
  for (const file of lists) {
    const [about = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
    const others = lines.filter(line => !/^export (?:\*|\{ [^}]+ \}) from '\.\.\/features\//.test(line))
    expect(others, file).toEqual([])
    // A namespace has its names in this order, whatever the order of its lines: so it is the same in every tool.
    const names = lines.map(line => /^export \{ (?:\w+ as )?(\w+)/.exec(line)?.[1] ?? '')
    if (about.includes('by name.')) expect(names.toSorted(), file).toEqual(names)
  }
})

test('outside a feature, only those lines and a script of package.json name it: four at most', () => {
  const named = new RegExp(String.raw`features/(${features.join('|')})\b.*`, 'g')
  const roots = ['src', 'test', 'build', 'bench', ...readdirSync('packages').map(name => `packages/${name}`)]
  const all = roots
    .flatMap(root => readdirSync(root, { recursive: true, encoding: 'utf8' }).map(file => join(root, file)))
    .filter(file => /\.(?:tsx?|css)$/.test(file))
  const naming = [...all, 'vite.config.ts', 'package.json'].flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(named)]
      .filter(([, name]) => !new RegExp(`^(?:src|test)/features/${name}/`).test(file))
      .map(([line, name]) => ({ file, line, name })),
  )
  const often = features.filter(feature => naming.filter(({ name }) => name === feature).length > 4)
  const scripts = naming.filter(({ file }) => file === 'package.json')
  const others = naming.filter(({ file }) => !isEntry(file) && file !== 'package.json')
  expect(others).toEqual([])
  expect(often).toEqual([])
  expect(scripts.length).toBeLessThanOrEqual(1)
})

test('the documents name no feature that is not there', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map(name => join('docs', name))]
  const gone = documents
    .filter(name => name.endsWith('.md'))
    .flatMap(name =>
      [...readFileSync(name, 'utf8').matchAll(/(?<![\w-])features\/([a-z][\w-]*)/g)]
        .filter(([, feature = '']) => !features.includes(feature))
        .map(([path]) => `${name}: ${path}`),
    )
  expect(gone).toEqual([])
})

/** Folders from which each folder imports something. */
const imports = new Map<string, Set<string>>()
for (const [file, targets] of importsByFile) {
  const from = dirname(file)
  const taken = imports.get(from) ?? new Set()
  imports.set(from, taken)
  for (const target of targets) if (target.startsWith('src/')) taken.add(dirname(target))
}

const isBelow = (folder: string, other: string): boolean => folder.startsWith(`${other}/`)

test('the entry of a worker has at most 60 lines, and is only started: by the page, and by two threads that need another', () => {
  const workers = files.filter(file => file.endsWith('.worker.ts'))
  expect(workers.length).toBeGreaterThan(5)
  const long = workers.filter(file => readText(file).split('\n').length > 61)
  const starters = [...importsByFile].flatMap(([file, targets]) =>
    targets.some(target => target.endsWith('.worker.ts')) ? [file] : [],
  )
  expect(long).toEqual([])
  const ofCore = starters.filter(file => findFeature(file)?.part !== 'app')
  expect(ofCore.sort()).toEqual([
    'src/app/threads/start-workers.ts',
    'src/workers/data.worker.ts',
    'src/workers/run/run-task.ts',
  ])
})

test('no two folders import each other, but a folder and its own sub-folders', () => {
  const mutual = [...imports].flatMap(([folder, taken]) =>
    [...taken]
      .filter(other => folder < other && !isBelow(other, folder) && imports.get(other)?.has(folder))
      .map(other => `${folder} and ${other}`),
  )
  expect(mutual).toEqual([])
})

test('the root of src/ui, and of every room that has floors, is empty', () => {
  for (const room of ['src', 'src/engine', 'src/data', 'src/ui'])
    expect(
      files.filter(
        file => dirname(file) === room && !file.endsWith('.d.ts') && !isEntry(file) && !isSeam(file),
      ),
      room,
    ).toEqual([])
})

test('a screen is small enough to be seen at once', () => {
  const crowded = [...imports.keys()]
    .filter(folder => isBelow(folder, 'src/ui'))
    .filter(folder => files.filter(file => dirname(file) === folder).length > 24)
  expect(crowded).toEqual([])
})

test('every style sheet is in one list: that of the page, or that of a report', () => {
  const listed = ['styles/index.css', 'report/report.css', 'report/contact-sheet.css'].flatMap(name =>
    listSheets(join('src/ui', name)),
  )
  listed.push(...featureSheets())
  const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map(name => join('src', name))
    .filter(file => file.endsWith('.css') && !readFileSync(file, 'utf8').includes('@import'))
  expect([...listed].sort()).toEqual(sheets.sort())
})

test('the style sheets of a feature are used by that feature alone', () => {
  const classesIn = (sheet: string): readonly string[] =>
    readFileSync(sheet, 'utf8').match(/(?<=\.)[a-z][\w-]*(?=[^{}]*\{)/g) ?? []
  const ofCore = new Set(listSheets('src/ui/styles/index.css').flatMap(classesIn))
  const used = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, plain = '', made = '']) =>
      (plain + made).split(/[^\w-]+/).map(name => ({ file, name })),
    ),
  )
  const others = featureSheets().flatMap(sheet => {
    const [feature = ''] = /^src\/features\/[^/]+\//.exec(sheet) ?? []
    const own = new Set(classesIn(sheet).filter(name => !ofCore.has(name)))
    return used
      .filter(({ file, name }) => own.has(name) && !file.startsWith(feature))
      .map(({ file, name }) => `${file}: ${name} of ${sheet}`)
  })
  expect(others).toEqual([])
})

test('every file that the documents name is there', () => {
  const documents = ['README.md', ...readdirSync('docs').map(name => join('docs', name))].filter(name =>
    name.endsWith('.md'),
  )
  const gone = documents.flatMap(name =>
    [
      ...readFileSync(name, 'utf8').matchAll(
        /(?<![\w/])(?:src|test|build|tools)\/[\w./-]+\.(?:tsx?|py|json)\b/g,
      ),
    ]
      .map(([path]) => path)
      .filter(path => !existsSync(path))
      .map(path => `${name}: ${path}`),
  )
  expect(gone).toEqual([])
})

test('every name of code in the documents for engineers is in the code', () => {
  const known = new Set(files.flatMap(file => readText(file).match(/\b[A-Za-z]+[a-z][A-Z]\w*/g) ?? []))
  const gone = ['docs/architecture.md', 'docs/extending.md'].flatMap(name =>
    [...readFileSync(name, 'utf8').matchAll(/`([A-Za-z]+[a-z][A-Z]\w*)`/g)]
      .map(([, word = '']) => word)
      .filter(word => !known.has(word))
      .map(word => `${name}: ${word}`),
  )
  expect(gone).toEqual([])
})

/** What every command exports: what it does, and how it is used. */
const ofCommands = ['main', 'spec']

test.each([
  ['types', 'interface|type|class'],
  ['functions or constants', String.raw`function\*?|const|let`],
])('no two exported %s have one name', (_, kinds) => {
  const declared = new RegExp(String.raw`^export (?:abstract |async )?(?:${kinds}) (\w+)`, 'gm')
  const places = new Map<string, string[]>()
  for (const [file, text] of texts)
    for (const [, name = ''] of text.matchAll(declared)) places.set(name, [...(places.get(name) ?? []), file])
  expect([...places].filter(([name, named]) => named.length > 1 && !ofCommands.includes(name))).toEqual([])
})

/** Files of TypeScript below the folders, those of all packages included. */
const allTexts = ['src', 'packages', 'test', 'bench', 'build', 'tools'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => [join(folder, name), readFileSync(join(folder, name), 'utf8')] as const),
)

/** Names that may end in "Of": those of stored fields, forms of values (a list of texts), and checks that read as a sentence. */
const allowedNames = new Set(
  'cellOf listOf oneOf oneShapeOf ProbeOf ValueOf isPartOf areOptionsOf valueOf'.split(' '),
)

test('no name ends in "Of": it says what is read, found or made', () => {
  const ending = allTexts.flatMap(([file, text]) =>
    // After a dot stands a method, whose name is looked at where it is declared, unless it is JavaScript's or a library's.
    [...new Set(text.match(/(?<![.\w])\w+Of\b/g))]
      .filter(name => !allowedNames.has(name))
      .map(name => `${file}: ${name}`),
  )
  expect(ending).toEqual([])
})

test('no comment begins with "Of": it can be read without the line below', () => {
  const beginning = allTexts.flatMap(([file, text]) =>
    (text.match(/(?:\/\*\*|\/\/|^ *\*) Of .*/gm) ?? []).map(line => `${file}: ${line}`),
  )
  expect(beginning).toEqual([])
})

/** Files of tests that drive a page, with what they share. */
const pageTests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter(name => /^(?:features\/[^/]+\/)?(?:browsers?|long)\/.*\.ts$/.test(name))
  .map(name => join('test', name))

test('pages share a browser: few files start one of their own', () => {
  const starts = pageTests.filter(
    file =>
      file.includes('/browser/') &&
      /launchPersistentContext\(|launchChromium\(|chromium\.launch\(/.test(readFileSync(file, 'utf8')),
  )
  expect(starts.sort()).toEqual(
    ['harness/page.ts', 'private-files.test.ts', 'storage-faults.test.ts'].map(
      name => `test/browser/${name}`,
    ),
  )
})

test('a test waits for what a page shows: it polls what it expects, and reads lists by harness/shown.ts', () => {
  const read =
    'textContent|innerText|innerHTML|inputValue|getAttribute|count|title|isVisible|isHidden|isEnabled|isDisabled|isChecked'
  const forms = [
    // As in `expect(await cell.textContent())`.
    new RegExp(
      String.raw`\bexpect\(\s*await (?:(?!\b(?:await|expect)\b)[^])*?\.(?:${read})\([^()]*\)[,)]`,
      'g',
    ),
    // These do not even wait for the first of the elements.
    /\.(?:all|allTextContents|allInnerTexts)\(\)|\.evaluateAll\(/g,
  ]
  const racing = pageTests
    .filter(file => file !== 'test/browser/harness/shown.ts')
    .flatMap(file => {
      const code = readFileSync(file, 'utf8')
      return forms.flatMap(form => [...code.matchAll(form)].map(([found]) => `${file}: ${found}`))
    })
  expect(racing).toEqual([])
})

/** Names of kinds that are ordinary words stand for a kind only after `kind` or `case`. */
const literalPattern = (kind: string): RegExp =>
  kind.includes('-')
    ? new RegExp(`['"]${kind}['"]`, 'g')
    : new RegExp(`(?:\\bkind\\)?(?:: | === | !== )|\\bcase )['"]${kind}['"]`, 'g')

test('names of probes stand in their kinds, and hardly anywhere else', () => {
  const outside = files.filter(
    file => !isIn(file, 'engine/probes/kinds') && findFeature(file)?.part !== 'engine',
  )
  const found = outside.flatMap(file => {
    const text = readText(file)
    return probeKinds.flatMap(({ kind }) =>
      (text.match(literalPattern(kind)) ?? []).map(name => `${file}: ${name}`),
    )
  })
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(20)
})

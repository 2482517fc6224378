import { modulesFromFeatures } from './from-features.ts'
import type { RareCommand } from './rare-command.ts'

const build = ['vite', 'build', '--logLevel', 'warn']
const vitest = (...projects: string[]): string[] => [
  'vitest',
  'run',
  ...projects.flatMap(project => ['--project', project]),
]
const script = (file: string): string[] => ['tsx', file]
const command = (file: string): string[] => script(`test/commands/${file}.ts`)

const fromFeatures = await modulesFromFeatures<{ rareCommands: readonly RareCommand[] }>('rare-commands.ts')

/** All commands of `npm run lab`: those of the core, then those of features. */
export const rareCommands: readonly RareCommand[] = [
  {
    name: 'wide',
    about: 'tests: what is tagged wide, the project survive as a whole',
    steps: [build, [...vitest('survive', 'browser'), '--tags-filter', 'wide']],
  },
  {
    name: 'delete',
    about:
      'deletes a feature in a copy, prints the lines that had to go, and checks what is left; needs its name, or --all',
    steps: [script('build/delete-feature.ts')],
  },
  {
    name: 'small',
    about: 'each rare command at a small size, so that none stops working unseen',
    steps: [build, command('small')],
  },
  {
    name: 'soak',
    about: 'tests: unit and soak with all of their random rounds',
    steps: [['env', 'VOXELWISE_ROUNDS=1', ...vitest('unit', 'soak')]],
  },
  {
    name: 'long',
    about: 'tests: WebGPU, slow models, tasks of users, old tabs, shards, estimates, large runs, memory',
    steps: [build, vitest('long'), [...vitest('browser'), '--tags-filter', 'long']],
  },
  {
    name: 'browsers',
    about: 'tests: the demo, picked folders and all files in Firefox and WebKit',
    steps: [build, vitest('browsers')],
  },
  {
    name: 'kills',
    about: 'kills browsers and renderers under runs that are continued; no answer may be lost',
    steps: [build, command('kills')],
  },
  {
    name: 'evictions',
    about: 'deletes the page’s data at random moments of a run',
    steps: [build, command('evictions')],
  },
  {
    name: 'large-tables',
    about: 'time and memory of reading tables that are larger than memory should hold',
    steps: [command('large-tables')],
  },
  {
    name: 'estimates',
    about: 'simulates unfinished runs and shortcut rates: how often their intervals are right',
    steps: [command('estimates')],
  },
  {
    name: 'large-weights',
    about: 'loads three billion random parameters in Node in 4 bits; needs a folder name, and 6 GB of disk',
    steps: [command('large-checkpoint')],
  },
  {
    name: 'bench-native',
    about: 'times ONNX Runtime for Node and PyTorch in turn',
    steps: [script('bench/native.ts')],
  },
  {
    name: 'bench-graphs',
    about:
      'times the graphs of a checkpoint and those of tools/export in turn; needs the Python of tools/export',
    steps: [script('bench/graphs.ts')],
  },
  {
    name: 'export-check',
    about: 'exports tiny checkpoints and asks them in the page; needs the Python of tools/export',
    steps: [['python', 'tools/export/check.py']],
  },
  {
    name: 'export-layers',
    about: 'compares an export layer by layer with one made whole; needs the Python of tools/export',
    steps: [['python', 'tools/export/check_layers.py']],
  },
  {
    name: 'pictures',
    about: 'draws the pictures of README.md and docs/walk.md from the running page',
    steps: [build, command('pictures')],
  },
  {
    name: 'icons',
    about: 'draws the icons of the installed page from public/icon.svg',
    steps: [script('build/icons.ts')],
  },
  {
    name: 'release',
    about: 'writes the page as a zip and the npm package to release/; publishes nothing',
    steps: [build, script('build/release/release.ts')],
  },
  {
    name: 'released',
    about: 'makes a release, installs its package in an empty folder and uses it',
    steps: [build, script('build/release/release.ts'), command('released')],
  },
  ...fromFeatures.flatMap(module => module.rareCommands),
]

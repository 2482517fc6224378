import { expect, test } from 'vitest'
import { withDirectImports } from '../../../build/direct-imports.ts'

const entry =
  "/** A package. */\nexport { type A, b } from './one.ts'\nexport {\n  c,\n  d,\n} from './more/two.ts'\n"
const direct = (code: string): string => withDirectImports(code, '/p', () => entry)

test('a name is imported from its file, a type not at all, and no line moves', () => {
  expect(direct("import { type A, b, c as other } from '@voxelwise/x'\nb(other)\n")).toBe(
    "import { b } from '/p/x/src/one.ts';import { c as other } from '/p/x/src/more/two.ts'\nb(other)\n",
  )
  expect(direct("import {\n  b,\n  d,\n} from '@voxelwise/x'\nb\n").split('\n')).toHaveLength(6)
  expect(direct("import type { A } from '@voxelwise/x'\n")).toBe('\n')
  expect(direct("import { b } from '@voxelwise/x/node'\n")).toBe("import { b } from '@voxelwise/x/node'\n")
  expect(() => direct("import { e } from '@voxelwise/x'\n")).toThrow('exports no "e"')
})

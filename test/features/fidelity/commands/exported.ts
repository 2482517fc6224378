/**
 * The end of `npm run lab -- export-check`: what tools/export wrote is asked in the page, in a real Chromium, and must answer as
 * PyTorch does. `tsx test/features/fidelity/commands/exported.ts DIR`, where DIR holds a folder for each family and their pictures.
 */
import { build } from 'vite'
import { goldenFamilies, readGoldens } from '../../../../src/cli/base/family-goldens.ts'
import { pageIsStale } from '../../../../src/cli/serve/serve.ts'
import type { Deviation } from '../../../../src/features/fidelity/cli/compare.ts'
import { openSuite } from '../../../../src/features/fidelity/cli/suite.ts'

/** Largest difference of a logit that rounding explains. */
const most = 1e-3

const asPyTorch = ({ sameIds, sameLetter, sameText, logits, features, reuse }: Deviation): boolean =>
  sameIds && sameLetter && sameText && logits < most && features < most && (reuse ?? 0) < most

async function exported([root]: readonly string[]): Promise<void> {
  if (root === undefined) throw new Error('Usage: tsx test/features/fidelity/commands/exported.ts DIR')
  if (pageIsStale()) await build({ logLevel: 'warn' })
  const suite = await openSuite(root, 'none')
  try {
    for (const goldens of goldenFamilies(root).map(name => readGoldens(root, name))) {
      const found = await suite.measure(goldens, { device: 'wasm', dtype: 'fp32' })
      const apart = Math.max(...found.map(({ logits }) => logits)).toExponential(1)
      const other = found.filter(one => !asPyTorch(one)).map(({ name }) => name)
      if (found.length === 0 || other.length > 0)
        throw new Error(
          `${goldens.family}, in the page: ${other.join(', ')} otherwise than PyTorch, logits ${apart} apart`,
        )
      console.log(
        `${goldens.family}, in the page: ${found.length} prompts, same letters and texts, logits at most ${apart} apart`,
      )
    }
  } finally {
    await suite.close()
  }
}

await exported(process.argv.slice(2))

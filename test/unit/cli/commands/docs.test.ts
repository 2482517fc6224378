/** docs/commands.md is made from the commands' options. `npx vitest -u --project unit test/unit/cli/commands/docs` rewrites it. */
import { expect, test } from 'vitest'
import type { CommandSpec } from '../../../../src/cli/base/command.ts'
import { explainOption, optionAsTyped } from '../../../../src/cli/base/options.ts'
import { spec as evaluate } from '../../../../src/cli/commands/evaluate.ts'
import { spec as samples } from '../../../../src/cli/commands/samples.ts'
import { spec as score } from '../../../../src/cli/commands/score.ts'
import { spec as start } from '../../../../src/cli/commands/start.ts'
import { featureCommands } from '../../../../src/cli/seams.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

const section = ({ name, about, synopsis, options, notes = [] }: CommandSpec): string => {
  const rows = options.map(
    option =>
      `| \`${cell(optionAsTyped(option))}\` | ${cell(explainOption(option))} | ${option.required ? '(required)' : cell(option.default ?? '')} |`,
  )
  return [
    `## ${name}\n${about}`,
    `\`\`\`sh\n${synopsis.join('\n')}\n\`\`\``,
    ['| option | meaning | default |', '| --- | --- | --- |', ...rows].join('\n'),
    ...notes,
  ].join('\n\n')
}

test('docs/commands.md has the options of every command; this test writes it with -u', async () => {
  const ofFeatures = await Promise.all(Object.values(featureCommands).map(async load => (await load()).spec))
  const page = [
    '# Commands',
    'Every command prints this list with `--help`. This page is generated from the same options; do not edit it.',
    ...[evaluate, samples, score, ...ofFeatures, start].map(section),
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../../../docs/commands.md')
})

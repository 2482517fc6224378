import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Template } from '@huggingface/jinja'
import { expect, test } from 'vitest'
import { ChatTemplateProgram } from '../../../../src/engine/model/template.ts'
import { processorTime } from '../../support/processor-time.ts'

const content = [{ type: 'image' }, { type: 'text', text: 'What is {{ shown }}?\n' }]
const context = {
  messages: [{ role: 'user', content }],
  add_generation_prompt: true,
  tools: null,
  documents: null,
  bos_token: '<s>',
}

const published = readdirSync('test/golden/families').flatMap(family => {
  try {
    return [[family, readFileSync(join('test/golden/families', family, 'chat_template.jinja'), 'utf8')]]
  } catch {
    return []
  }
})

test.each([
  ...published,
  [
    'globals',
    "{{ range(2, 9, 3) }} {{ range(3) }} {{ range(5, 0, -2) }} {{ strftime_now('%Y') }} {{ True and none }}",
  ],
  [
    'loops',
    '{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}{% endfor %}{{ ns.n }}',
  ],
  [
    'macros',
    '{% macro f(x) %}[{{ x }}]{% endmacro %}{{ f(bos_token) }}{% for i in [1, 2] %}{% if i == 2 %}{% break %}{% endif %}{{ i }}{% endfor %}',
  ],
])('%s is rendered as by the library itself', (_, source) => {
  expect(new ChatTemplateProgram(source ?? '').render(context)).toBe(
    new Template(source ?? '').render(context),
  )
})

const doubling = (value: string, twice: string): string =>
  `{% set ns = namespace(v=${value}) %}{% for i in range(60) %}{% set ns.v = ${twice} %}{% endfor %}{{ ns.v | tojson }}`

test.each([
  ['a long range', '{% for i in range(1000000000) %}a{% endfor %}'],
  ['a step of nothing', '{{ range(1, 5, 0) }}'],
  ['text that doubles', doubling("'abcdefgh'", 'ns.v ~ ns.v')],
  ['lists that double', doubling('[1, 2]', 'ns.v + ns.v')],
  ['lists in lists', doubling('[1, 2]', '[ns.v, ns.v]')],
  ['a value within itself', '{% set ns = namespace() %}{% set ns.a = ns %}{{ ns }}'],
  [
    'macros that call each other',
    '{% macro f(x) %}{% if x > 0 %}{{ f(x - 1) }}{{ f(x - 1) }}{% endif %}{% endmacro %}{{ f(40) }}',
  ],
  ['deep brackets', `{{ ${'('.repeat(30_000)}1${')'.repeat(30_000)} }}`],
  ['deep blocks', `${'{% if true %}'.repeat(2500)}${'{% endif %}'.repeat(2500)}{% for %}`],
  ['a long source', ' '.repeat(70_000)],
  ['a wide indent', "{{ 'a\nb' | indent(900000000) }}"],
  ['an exception of its own', "{{ raise_exception('Text only') }}"],
  ['what is no template', '{% for %}'],
])('%s ends in an error, soon', { timeout: 60_000 }, (_, source) => {
  const began = processorTime()
  expect(() => new ChatTemplateProgram(source).render(context)).toThrow()
  expect(processorTime() - began).toBeLessThan(20_000)
})

test('a template’s own error is reported', () => {
  const refuses = new ChatTemplateProgram("{{ raise_exception('Text only') }}")
  expect(() => refuses.render(context)).toThrow('it says “Text only”')
})

import { expect, test } from 'vitest'
import { ImageFinder } from '../../../../../src/data/formats/mapping/image-finder.ts'

const files = [
  'test.json',
  'imgs/xmlab1/source.jpg',
  'imgs/xmlab2/source.jpg',
  'figures/0.jpg',
  'deep/Images/Brain/a.PNG',
  'images.zip//inner/b.png',
  'deep/twice/c.png',
  'twice/c.png',
  'p/one.png',
]
const finder = new ImageFinder(
  'set',
  files.map(path => ({ path })),
)

test.each<[string, string | null]>([
  ['figures/0.jpg', 'set/figures/0.jpg'],
  ['./figures/0.jpg', 'set/figures/0.jpg'],
  ['../figures/0.jpg', 'set/figures/0.jpg'],
  ['0.jpg', 'set/figures/0.jpg'],
  ['figures\\0.jpg', 'set/figures/0.jpg'],
  // Two files of this name: the folder tells which.
  ['xmlab2/source.jpg', 'set/imgs/xmlab2/source.jpg'],
  ['source.jpg', null],
  ['/data/old/Images/Brain/a.png', 'set/deep/Images/Brain/a.PNG'],
  ['b.png', 'set/images.zip//inner/b.png'],
  // Another ending, or none.
  ['one.jpeg', 'set/p/one.png'],
  ['one', 'set/p/one.png'],
  ['../../etc/passwd', null],
  ['none.png', null],
  ['', null],
])('%s', (written, found) => {
  expect(finder.find(written, 'set/test.json')).toBe(found)
})

test('the image nearest to the row’s file is used, and endings can be given', () => {
  expect(finder.find('twice/c.png', 'set/deep/rows.json')).toBe('set/deep/twice/c.png')
  expect(finder.find('twice/c.png', 'set/rows.json')).toBe('set/twice/c.png')
  expect(finder.find('one.jpg', 'set/rows.json', { folders: ['p'], endings: { '.jpg': '.png' } })).toBe(
    'set/p/one.png',
  )
})

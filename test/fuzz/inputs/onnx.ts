import { bytes, graphParts, integer, message, onnxFile, text, varint } from '../../unit/support/onnx-bytes.ts'
import type { Random } from '../../unit/support/random.ts'
import { type Bytes, howMany, joinBytes, randomBytes, repeated } from '../bytes.ts'

/** A field whose length says `length`, whatever follows. */
const claim = (id: number, length: number) => joinBytes(varint(id * 8 + 2), varint(length))

/** A graph of parts that are there `count` times. */
export const crowdedGraph = (part: Uint8Array, count: number): Bytes =>
  joinBytes(message(7, repeated(part, count)))

/** Graphs within attributes of nodes of graphs. */
export function nested(depth: number): Bytes {
  let graph: Uint8Array = text(2, 'inner')
  for (let level = 0; level < depth; level++) graph = message(1, message(5, message(6, graph)))
  return joinBytes(message(7, graph))
}

const fields = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 20, 22, 23, 25]

function anyMessage(random: Random, depth: number): Uint8Array {
  const parts = Array.from({ length: random.below(6) }, () => {
    const id = random.pick(fields)
    switch (random.below(depth > 20 ? 4 : 8)) {
      case 0:
        return integer(id, random.pick([0, 1, 127, 2 ** 31, 2 ** 53, 2 ** 62]))
      case 1:
        return text(id, random.pick(['x', 'MatMul', 'location', 'offset', '../../etc/passwd', '-1', '\0']))
      case 2:
        return bytes(id, randomBytes(random, random.below(80)))
      case 3:
        return random.below(8) === 0 ? claim(id, random.pick([1, 2 ** 31, 2 ** 62])) : integer(id, 3)
      default:
        return message(id, anyMessage(random, depth + 1))
    }
  })
  return joinBytes(...parts)
}

/** A tensor in another file, in each place that a graph, a node or a function has for one. */
function anyPlace(random: Random): Bytes {
  const location = random.pick(['w.data', './w.data', '../w.data', '/etc/passwd', '', '\0', 'w'.repeat(2000)])
  const entry = message(13, text(1, 'location'), text(2, location))
  const tensor = repeated(random.pick([entry, message(13), integer(1, 4)]), howMany(random, 1000))
  const sparse = message(random.pick([1, 2]), tensor)
  const attribute = message(
    5,
    random.pick([message(5, tensor), message(10, tensor), message(22, sparse), message(23, sparse)]),
  )
  const node = (id: number) => message(id, repeated(attribute, howMany(random, 100)))
  const part = random.pick([
    message(7, message(15, sparse)),
    message(7, node(1)),
    message(20, message(2, message(15, sparse))),
    message(25, node(7)),
    message(25, message(11, attribute)),
    message(25, message(7, message(5, message(6, message(15, sparse), node(1))))),
  ])
  return joinBytes(message(7), repeated(part, howMany(random, 200)))
}

export function anyOnnx(random: Random): Bytes {
  switch (random.below(10)) {
    case 5:
    case 6:
      return anyPlace(random)
    case 0:
      return crowdedGraph(
        random.pick([message(1), message(5), message(11), message(1, message(5))]),
        howMany(random, 5e6),
      )
    case 1:
      return nested(howMany(random, 2000))
    case 2:
      return crowdedGraph(message(5, bytes(1, repeated([1], 1000))), howMany(random, 20_000))
    case 3:
      return crowdedGraph(message(5, bytes(9, new Uint8Array(20_000)), text(8, 'w')), howMany(random, 2000))
    case 4:
      return onnxFile({
        tensors: [{ name: 'w', dims: [random.below(2 ** 32), -1, 2 ** 53] }],
        outputs: ['y'],
      })
    default:
      return joinBytes(message(7, ...graphParts({ outputs: ['y'] }), anyMessage(random, 0)))
  }
}

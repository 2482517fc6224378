/**
 * Chromium's own log of the network, of a whole run of the command: nothing is looked up or reached but this machine.
 * @module-tag wide
 */

import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { needChromium } from '../../src/cli/browser/chromium.ts'
import { script } from '../unit/support/command.ts'
import { freshFolder } from './harness/page.ts'

interface NetLog {
  readonly constants: { readonly logEventTypes: Readonly<Record<string, number>> }
  readonly events: readonly { readonly type: number; readonly params?: Readonly<Record<string, unknown>> }[]
}

/** What would mean that a name was looked up, or that a datagram went out. */
const lookups = /^(DNS_TRANSACTION|HOST_RESOLVER_(MANAGER_JOB|SYSTEM_TASK|DNS_TASK)|UDP_BYTES_SENT)/

/** Chromium asks the system for a route to this address, to know whether there is IPv6. Nothing is sent to it. */
const probe = '[2001:4860:4860::8888]:443'

test('evaluate', async () => {
  const folder = freshFolder('netlog')
  const log = join(folder, 'net.json')
  const wrapped = join(folder, 'chromium')
  writeFileSync(wrapped, `#!/bin/sh\nexec '${needChromium()}' "$@" --log-net-log='${log}'\n`)
  chmodSync(wrapped, 0o755)
  vi.stubEnv('VOXELWISE_CHROMIUM', wrapped)
  const proxy = createServer(socket => socket.destroy())
  let proxied = 0
  proxy.on('connection', () => proxied++)
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  for (const name of ['http_proxy', 'https_proxy', 'all_proxy'])
    vi.stubEnv(name, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    proxy.close()
  })
  const { code, stderr } = await script('evaluate')(
    ...['--dataset', 'demo', '--model', 'demo', '--order', 'dataset', '--limit', '60'],
    ...['--max-new-tokens', '4', '--device', 'wasm', '--out', join(folder, 'out')],
  )
  expect(stderr).toContain('Done on wasm')
  expect(code).toBe(0)

  const { constants, events } = JSON.parse(readFileSync(log, 'utf8')) as NetLog
  const names = new Map(Object.entries(constants.logEventTypes).map(([name, type]) => [type, name]))
  const found = events.filter(({ type }) => lookups.test(names.get(type) ?? ''))
  expect(found).toEqual([])
  const connected = events.filter(({ type }) => /^(TCP|UDP|SOCKET)_CONNECT/.test(names.get(type) ?? ''))
  const addresses = new Set(connected.flatMap(({ params }) => params?.address ?? []).map(String))
  addresses.delete(probe)
  // The log does see connections: the page came over one.
  expect(addresses.size).toBeGreaterThan(0)
  for (const address of addresses) expect(address).toMatch(/^(127\.0\.0\.1|\[::1\]):\d+$/)
  expect(proxied).toBe(0)
})

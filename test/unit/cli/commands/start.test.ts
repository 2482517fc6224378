/** Where `npm start` serves the page: another project's page at the same port could read what this one stored. */
import type { UserConfig } from 'vite'
import { expect, test } from 'vitest'
import { main } from '../../../../src/cli/commands/start.ts'
import config from '../../../../vite.config.ts'
import { inProcess } from '../../support/command.ts'

/** Ports that development servers use unless told otherwise. */
const usual = [3000, 4173, 4200, 5000, 5173, 8000, 8080, 8888]

test('the port is used by no other tool, neither for the built page nor for development', async () => {
  const { stdout } = await inProcess(main)('--help')
  const port = Number(/--port N .*\(default: (\d+)\)/.exec(stdout)?.[1])
  const { server, preview } = config as UserConfig
  expect(preview?.port).toBe(port)
  for (const one of [port, server?.port ?? 5173]) {
    expect(usual).not.toContain(one)
    // Systems give ports from 32,768 on to connections.
    expect(one).toBeGreaterThan(1024)
    expect(one).toBeLessThan(32_768)
  }
})

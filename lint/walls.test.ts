import { describe, expect, test } from 'vitest'
import { brokenWall, type ImportSeen } from './walls.ts'

function seen(from: string, specifier: string, typeOnly = false): ImportSeen {
  return { from, specifier, typeOnly }
}

describe('an import is refused', () => {
  test.each<[string, ImportSeen, RegExp]>([
    [
      'of a file inside another server feature',
      seen('server/src/features/calls/call-desk.ts', '../billing/usage.ts'),
      /through its face, .*billing\/billing\.ts/,
    ],
    [
      'of a type inside another server feature',
      seen('server/src/features/calls/call-desk.ts', '../billing/usage.ts', true),
      /through its face/,
    ],
    [
      'of a file in a folder of another feature that is named after the feature',
      seen('server/src/features/calls/calls.ts', '../assistants/own/assistants.ts'),
      /through its face/,
    ],
    [
      'of a file inside another web feature',
      seen('web/src/features/home/hero.tsx', '../call/panel/voice-panel.tsx'),
      /through its face/,
    ],
    [
      'of another feature, from a feature with a new folder',
      seen('web/src/features/brand-new/brand-new.ts', '../home/hero.tsx'),
      /through its face/,
    ],
    [
      'of a file inside a feature, from the composition',
      seen('server/src/server.ts', './features/billing/routes.ts'),
      /through its face/,
    ],
    [
      'of a feature from the program’s entry, since only the composition knows the features',
      seen('server/src/main.ts', './features/accounts/accounts.ts'),
      /is a feature/,
    ],
    [
      'of a feature from the infrastructure that features are built on',
      seen('server/src/infra/http/session.ts', '../../features/accounts/accounts.ts', true),
      /is a feature/,
    ],
    [
      'of a feature from the voice engine',
      seen('server/src/voice/voice-engine.ts', '../features/calls/calls.ts', true),
      /is a feature/,
    ],
    [
      'of a feature from a vendor’s file',
      seen('server/src/vendors/stripe.ts', '../features/billing/billing.ts'),
      /is a feature/,
    ],
    [
      'of a feature from a UI primitive',
      seen('web/src/ui/button.tsx', '../features/account/account.ts'),
      /is a feature/,
    ],
    ['of a package from contract', seen('contract/src/errors.ts', 'hono'), /only zod/],
    ['of a Node module from contract', seen('contract/src/errors.ts', 'node:fs'), /only zod/],
    ['of server code from contract', seen('contract/src/errors.ts', '../../server/src/config/env.ts'), /only zod/],
    ['of a package from portrait', seen('portrait/src/draw.ts', 'react'), /only contract/],
    ['of web code from portrait', seen('portrait/src/draw.ts', '../../web/src/ui/button.tsx'), /only contract/],
    [
      'of the portrait PNGs from the portraits',
      seen('portrait/src/draw.ts', '../png/portrait-png.ts'),
      /native library/,
    ],
    [
      'of the portrait PNGs from the site',
      seen('web/src/ui/portrait-picture.tsx', '../../../portrait/png/portrait-png.ts'),
      /native library/,
    ],
    ['of the server from web', seen('web/src/lib/api.ts', '../../../server/src/server.ts'), /import type/],
    [
      'of web from the server',
      seen('server/src/infra/http/static-files.ts', '../../../../web/src/routes.ts'),
      /never imports web/,
    ],
    ['of a tool from the program', seen('server/src/main.ts', '../../scripts/build-web.ts'), /is a tool/],
    ["of a vendor's SDK from a feature", seen('server/src/features/billing/routes.ts', 'stripe'), /vendors/],
    ["of a vendor's SDK from its sandbox", seen('stripe-sandbox/api.ts', 'stripe'), /vendors/],
    ["of a subpath of a vendor's SDK", seen('server/src/voice/brain/brain.ts', 'openai/realtime/ws'), /vendors/],
    ["of a package in a vendor's scope", seen('web/src/features/call/engine.ts', '@vapi-ai/web'), /vendors/],
  ])('%s', (_, oneImport, message) => {
    expect(brokenWall(oneImport)).toMatch(message)
  })
})

describe('an import is allowed', () => {
  test.each<[string, ImportSeen]>([
    ['within a feature', seen('server/src/features/accounts/auth.ts', './mail-links.ts')],
    ['from a feature to the infrastructure', seen('server/src/features/accounts/auth.ts', '../../infra/db/client.ts')],
    ['from a feature to the face of another', seen('server/src/features/embed/embed.ts', '../calls/calls.ts')],
    [
      'from the inside of a feature to the type of another’s face',
      seen('server/src/features/assistants/own/studio.ts', '../../billing/billing.ts', true),
    ],
    [
      'from a test to the inside of another feature',
      seen('server/src/features/calls/calls.db.test.ts', '../billing/usage.ts'),
    ],
    ['from the composition to the faces', seen('server/src/server.ts', './features/accounts/accounts.ts')],
    ['from the root of the site to the faces', seen('web/src/root.tsx', './features/shell/shell.tsx')],
    ['from a route to features', seen('web/src/routes/home.tsx', '../features/home/hero.tsx')],
    ['from contract to zod', seen('contract/src/errors.ts', 'zod')],
    ['within contract', seen('contract/src/catalogue.ts', '#contract/assistant.ts')],
    ['from portrait to contract', seen('portrait/src/draw.ts', '#contract/visemes.ts')],
    ['from the pictures of portraits to a canvas', seen('portrait/png/portrait-png.ts', '@napi-rs/canvas')],
    [
      "from the site's build to the pictures of portraits",
      seen('web/vite/portrait-files.ts', '../../portrait/png/portrait-png.ts'),
    ],
    ["from web to the server's type", seen('web/src/lib/api.ts', '../../../server/src/server.ts', true)],
    ["from a sandbox to the types of a vendor's SDK", seen('stripe-sandbox/kinds.ts', 'stripe', true)],
    ["from a vendor's file to its SDK", seen('server/src/vendors/stripe.ts', 'stripe')],
    ['from a file shared by tests to an SDK', seen('stripe-sandbox/sandbox-testing.ts', 'stripe')],
    [
      "to a package whose name merely begins with a vendor's name",
      seen('server/src/infra/mail/compose.ts', 'stripe-format'),
    ],
    ['from a test to test packages', seen('contract/src/phrase-pattern.test.ts', 'fast-check')],
    [
      "from a test that acts as a vendor's client",
      seen('server/src/voice/realtime/clients.test.ts', '@openai/agents-realtime'),
    ],
    ['from an end-to-end test to web code', seen('e2e/support/accounts.ts', '../../web/src/lib/storage-keys.ts')],
  ])('%s', (_, oneImport) => {
    expect(brokenWall(oneImport)).toBeNull()
  })
})

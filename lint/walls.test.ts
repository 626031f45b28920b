import { describe, expect, test } from 'vitest'
import { brokenWall, type ImportSeen } from './walls.ts'

function seen(from: string, specifier: string, typeOnly = false): ImportSeen {
  return { from, specifier, typeOnly }
}

describe('a wall stands', () => {
  test.each<[string, ImportSeen, RegExp]>([
    [
      'around the inside of a server feature',
      seen('server/src/features/calls/call-desk.ts', '../billing/usage.ts'),
      /through its face, .*billing\/billing\.ts/,
    ],
    [
      'around the inside of a server feature, for types too',
      seen('server/src/features/calls/call-desk.ts', '../billing/usage.ts', true),
      /through its face/,
    ],
    [
      'around a folder inside a feature that has the name of the feature',
      seen('server/src/features/calls/calls.ts', '../assistants/own/assistants.ts'),
      /through its face/,
    ],
    [
      'around the inside of a web feature',
      seen('web/src/features/home/hero.tsx', '../call/panel/voice-panel.tsx'),
      /through its face/,
    ],
    [
      'around a feature whose folder is new',
      seen('web/src/features/brand-new/brand-new.ts', '../home/hero.tsx'),
      /through its face/,
    ],
    [
      'between the composition and the inside of a feature',
      seen('server/src/server.ts', './features/billing/routes.ts'),
      /through its face/,
    ],
    [
      'between the program’s entry and the features, which only the composition knows',
      seen('server/src/main.ts', './features/accounts/accounts.ts'),
      /is a feature/,
    ],
    [
      'between what features stand on and their faces',
      seen('server/src/infra/http/session.ts', '../../features/accounts/accounts.ts', true),
      /is a feature/,
    ],
    [
      'between the voice engine and the faces of features',
      seen('server/src/voice/voice-engine.ts', '../features/calls/calls.ts', true),
      /is a feature/,
    ],
    [
      'between vendors and the faces of features',
      seen('server/src/vendors/stripe.ts', '../features/billing/billing.ts'),
      /is a feature/,
    ],
    [
      'between the primitives and the features',
      seen('web/src/ui/button.tsx', '../features/account/account.ts'),
      /is a feature/,
    ],
    ['around contract, for packages', seen('contract/src/errors.ts', 'hono'), /only zod/],
    ['around contract, for what Node has', seen('contract/src/errors.ts', 'node:fs'), /only zod/],
    ['around contract, for our own code', seen('contract/src/errors.ts', '../../server/src/config/env.ts'), /only zod/],
    ['around portrait, for packages', seen('portrait/src/draw.ts', 'react'), /only contract/],
    ['around portrait, for our own code', seen('portrait/src/draw.ts', '../../web/src/ui/button.tsx'), /only contract/],
    [
      'between the portraits and the pictures made of them',
      seen('portrait/src/draw.ts', '../png/portrait-png.ts'),
      /native library/,
    ],
    [
      'between the site and the pictures made of portraits',
      seen('web/src/ui/portrait-picture.tsx', '../../../portrait/png/portrait-png.ts'),
      /native library/,
    ],
    ['between web and server', seen('web/src/lib/api.ts', '../../../server/src/server.ts'), /import type/],
    [
      'between server and web',
      seen('server/src/infra/http/static-files.ts', '../../../../web/src/routes.ts'),
      /never imports web/,
    ],
    ['between the program and its tools', seen('server/src/main.ts', '../../scripts/build-web.ts'), /is a tool/],
    ["around a vendor's SDK", seen('server/src/features/billing/routes.ts', 'stripe'), /vendors/],
    ["around a vendor's SDK, for its sandbox too", seen('stripe-sandbox/api.ts', 'stripe'), /vendors/],
    ["around a vendor's subpath", seen('server/src/voice/brain/brain.ts', 'openai/realtime/ws'), /vendors/],
    ["around a vendor's scope", seen('web/src/features/call/engine.ts', '@vapi-ai/web'), /vendors/],
  ])('%s', (_, oneImport, message) => {
    expect(brokenWall(oneImport)).toMatch(message)
  })
})

describe('a door is open', () => {
  test.each<[string, ImportSeen]>([
    ['within a feature', seen('server/src/features/accounts/auth.ts', './mail-links.ts')],
    ['from a feature to what it stands on', seen('server/src/features/accounts/auth.ts', '../../infra/db/client.ts')],
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
    ['from where the site is put together to the faces', seen('web/src/root.tsx', './features/shell/shell.tsx')],
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
    ['from what tests share to an SDK', seen('stripe-sandbox/sandbox-testing.ts', 'stripe')],
    ['to a package whose name only begins alike', seen('server/src/infra/mail/compose.ts', 'stripe-format')],
    ['from a test to test packages', seen('contract/src/phrase-pattern.test.ts', 'fast-check')],
    [
      "from a test that plays a vendor's client",
      seen('server/src/voice/realtime/clients.test.ts', '@openai/agents-realtime'),
    ],
    ['from a journey to what it drives', seen('e2e/support/accounts.ts', '../../web/src/lib/storage-keys.ts')],
  ])('%s', (_, oneImport) => {
    expect(brokenWall(oneImport)).toBeNull()
  })
})

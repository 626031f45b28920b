import type { ServiceReport } from '#contract/health.ts'
import type { Env } from './env.ts'

/** The text printed at start: the address, how to get in, and for each service whether it is built in or a vendor's. */
export function banner(
  env: Pick<Env, 'PUBLIC_URL' | 'localMode' | 'TEAM_ACCESS_CODE' | 'apiDocs'>,
  listening: string,
  services: ServiceReport,
): string {
  const lines = [`Voxhall is ready at ${env.PUBLIC_URL}`]
  if (listening !== env.PUBLIC_URL) lines.push(`  listening on   ${listening}`)
  if (env.localMode) {
    if (services.mail.path === 'mailbox') lines.push(`  mailbox        ${env.PUBLIC_URL}/dev/mailbox`)
    lines.push(`  access code    ${env.TEAM_ACCESS_CODE} (local mode)`)
  }
  if (env.apiDocs) lines.push(`  API            ${env.PUBLIC_URL}/api/docs`)
  for (const [name, report] of Object.entries(services)) {
    if (!report) continue
    const { path, ...parts } = report
    const details = Object.entries(parts).flatMap(([part, value]) =>
      typeof value === 'string' ? `${part} ${value}` : [],
    )
    lines.push(`  ${name.padEnd(14)} ${[path, ...details].join(', ')}`)
  }
  return `\n${lines.join('\n')}\n`
}

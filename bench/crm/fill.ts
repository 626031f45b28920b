import { sql } from 'drizzle-orm'
import type { Database } from '../../server/src/infra/db/client.ts'

/** How many rows to fill in, as a team would have after years. The database generates them, the same in every run. */
export interface Size {
  subscribers: number
  calls: number
}

const NAMES = sql`array['ann','bob','carla','deepa','emeka','fatima','grace','hugo','ines','jonas','katarina','li','maria','noah','olga','priya','rosa','samir','tomasz','yuki']`

export async function fill(db: Database, { subscribers, calls }: Size): Promise<void> {
  await db.execute(sql`
    insert into users (id, display_name, email, email_verified, created_at)
    select 'u' || n, initcap(names[1 + n % 20]) || ' ' || substr(md5(n::text), 1, 6),
      names[1 + n % 20] || '.' || substr(md5(n::text), 1, 6) || n || '@example.com', true,
      now() - n * interval '5 minutes'
    from generate_series(1, ${subscribers}::int) n, (select ${NAMES} as names) as given`)
  await db.execute(sql`
    insert into subscribers (id, email, user_id, stripe_customer_id, stripe_subscription_id, subscription_status,
      provider_status, subscription_tier, monthly_revenue_cents, monthly_limit_minutes, current_usage_ms, limit_exceeded,
      subscription_start, period_start, period_end, created_at)
    select md5('s' || n), u.email, u.id, 'cus_' || n, 'sub_' || n, status, status,
      (array['Basic','Basic','Basic','Premium','Premium','Enterprise'])[1 + n % 6],
      (array[999,999,999,1999,1999,9999])[1 + n % 6], 250, (n * 7919 % 16000) * 1000, n * 7919 % 16000 > 15000,
      u.created_at, now() - interval '9 days', now() + interval '21 days', u.created_at
    from generate_series(1, ${subscribers}::int) n join users u on u.id = 'u' || n,
      lateral (select (array['active','active','active','active','active','active','canceled','canceled','past_due',
        'unpaid'])[1 + n * 31 % 10] as status) as given`)
  await db.execute(sql`
    insert into email_crm (id, email, display_name, signup_date, follow_up_status, last_contact_date, notes)
    select md5('e' || n), u.email, nullif(u.display_name, ''), u.created_at, status,
      case when status = 'contacted' then u.created_at + interval '3 days' end,
      case when n % 3 = 0 then 'Call back about the plan for ' || u.display_name else '' end
    from generate_series(1, ${subscribers}::int) n join users u on u.id = 'u' || n,
      lateral (select (array['pending','contacted','completed','completed','completed'])[1 + n * 7 % 5] as status) as given`)
  await db.execute(sql`
    insert into calls (id, user_id, assistant_id, status, end_reason, duration_ms, token_hash, token_expires_at,
      created_at, started_at, ended_at)
    select 'call_' || n, 'u' || (1 + n % ${subscribers}::int), 'healthcare', 'ended', 'person-ended', 60000, 'hash' || n,
      now(), now() - n * interval '1 minute', now(), now()
    from generate_series(1, ${calls}::int) n`)
  for (const table of ['users', 'subscribers', 'email_crm', 'calls']) {
    // Autovacuum does the same within minutes on a running server.
    await db.execute(sql.raw(`vacuum analyze ${table}`))
  }
}

import type { Stored } from '../kinds.ts'
import { fields, integer, list, oneOf, text, webAddress } from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WirePortalSession } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

/** What a portal session can be opened for, so that the customer lands there and is sent on when it is done. */
export const flowParams = fields({
  after_completion: fields({
    redirect: fields({ return_url: webAddress() }).optional(),
    type: oneOf(['portal_homepage', 'redirect']),
  }).optional(),
  subscription_cancel: fields({ subscription: text() }).optional(),
  subscription_update: fields({ subscription: text() }).optional(),
  subscription_update_confirm: fields({
    items: list(fields({ id: text(), price: text(), quantity: integer({ min: 1, max: 1 }).optional() }), 1),
    subscription: text(),
  }).optional(),
  type: oneOf(['payment_method_update', 'subscription_cancel', 'subscription_update', 'subscription_update_confirm']),
})

type Flow = NonNullable<WirePortalSession['flow']>

/** @throws StripeError for a flow that leads nowhere: without what it is about, or about somebody else's */
export async function flowOf(
  work: Work,
  given: typeof flowParams._output,
  customer: Stored<'customer'>,
  { features }: Stored<'billing_portal.configuration'>['data'],
): Promise<Flow> {
  const { type, after_completion: after, subscription_update_confirm: confirm } = given
  if (type !== 'payment_method_update') {
    const target = given[type]
    if (!target) throw missing(`flow_data[${type}]`)
    const param = `flow_data[${type}][subscription]`
    const { data } = await work.need('subscription', target.subscription, param)
    if (data.customer !== customer.id) {
      throw new StripeError(`The subscription ${data.id} does not belong to the customer ${customer.id}.`, { param })
    }
    const feature = type === 'subscription_cancel' ? 'subscription_cancel' : 'subscription_update'
    if (!features[feature].enabled) {
      throw new StripeError(`The \`${feature}\` feature of the portal configuration is not enabled.`, {
        param: 'flow_data[type]',
      })
    }
    if (type === 'subscription_update_confirm') await checkItem(work, data.items.data[0]?.id, confirm?.items)
  }
  if (after?.type === 'redirect' && !after.redirect) throw missing('flow_data[after_completion][redirect]')
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: after?.type === 'redirect' ? (after.redirect ?? null) : null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: given.subscription_cancel ? { retention: null, ...given.subscription_cancel } : null,
    subscription_pause: null,
    subscription_update: given.subscription_update ?? null,
    subscription_update_confirm: confirm
      ? {
          discounts: null,
          items: confirm.items.map(({ id, price, quantity }) => ({ id, price, ...(quantity ? { quantity } : {}) })),
          subscription: confirm.subscription,
        }
      : null,
    type,
  }
}

async function checkItem(
  work: Work,
  ownItem: string | undefined,
  items: readonly { id: string; price: string }[] | undefined,
): Promise<void> {
  const at = 'flow_data[subscription_update_confirm][items]'
  const [item] = items ?? []
  if (!item) throw missing(at)
  if (item.id !== ownItem) {
    throw new StripeError(`No such subscription item: '${item.id}'`, {
      code: 'resource_missing',
      param: `${at}[0][id]`,
    })
  }
  await work.need('price', item.price, `${at}[0][price]`)
}

function missing(param: string): StripeError {
  return new StripeError(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

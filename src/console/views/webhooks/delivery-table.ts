import { html, type TemplateResult } from 'lit';
import type { DeliveryInfo } from '../../../wire/console/index.js';
import { ago, count, moment } from '../../format.js';
import type { Tone } from '../../tone.js';
import { texts } from './texts.js';

const tones: Readonly<Record<DeliveryInfo['state'], Tone>> = { delivered: 'good', waiting: 'warn', failed: 'bad' };

const { columns } = texts;

const time = (at: number, words: string): TemplateResult =>
  html`<time datetime=${new Date(at).toISOString()} title=${moment(at)}>${words}</time>`;

const row = (delivery: DeliveryInfo, now: number, sendAgain: (delivery: DeliveryInfo) => void): TemplateResult => {
  const { event, type, url, state, tries, createdAt, nextTryAt, lastAnswer = texts.noAnswer } = delivery;
  return html`<tr>
    <th scope="row" data-label=${columns.event}>
      <div>
        <div class="webhooks-type">${type}</div>
        <code class="quiet">${event}</code>
        <div class="quiet small">${url}</div>
      </div>
    </th>
    <td data-label=${columns.state}><span class="badge badge-${tones[state]}">${texts.states[state]}</span></td>
    <td data-label=${columns.answer}><span>${lastAnswer}</span></td>
    <td class="number" data-label=${columns.tries}><span>${count(tries)}</span></td>
    <td data-label=${columns.time}>${time(createdAt, ago(createdAt, now))}</td>
    ${
      nextTryAt === undefined
        ? html`<td></td>`
        : html`<td data-label=${columns.next}>
            ${time(nextTryAt, nextTryAt <= now ? texts.soon : moment(nextTryAt))}
          </td>`
    }
    <td class="actions">
      <div class="row">
        <button class="button button-small" @click=${() => sendAgain(delivery)}>
          ${texts.sendAgain}<span class="visually-hidden"> ${type} ${event.slice(-6)}</span>
        </button>
      </div>
    </td>
  </tr>`;
};

/** The latest deliveries. */
export const deliveryTable = (
  deliveries: readonly DeliveryInfo[],
  now: number,
  sendAgain: (delivery: DeliveryInfo) => void,
): TemplateResult =>
  html`<section class="card card-flush" aria-labelledby="webhooks-deliveries">
    <div class="card-header"><h2 id="webhooks-deliveries">${texts.deliveries}</h2></div>
    ${
      deliveries.length
        ? html`<table class="table webhooks-table">
            <thead>
              <tr>
                <th scope="col">${columns.event}</th>
                <th scope="col">${columns.state}</th>
                <th scope="col">${columns.answer}</th>
                <th scope="col" class="number">${columns.tries}</th>
                <th scope="col">${columns.time}</th>
                <th scope="col">${columns.next}</th>
                <th scope="col"><span class="visually-hidden">${columns.actions}</span></th>
              </tr>
            </thead>
            <tbody>
              ${deliveries.map((delivery) => row(delivery, now, sendAgain))}
            </tbody>
          </table>`
        : html`<p class="empty quiet">${texts.noDeliveries}</p>`
    }
  </section>`;

import { html, nothing, type TemplateResult } from 'lit';
import type { MachineInfo } from '../../../wire/console/index.js';
import type { Tone } from '../../tone.js';
import { texts } from './texts.js';

const notices = { green: 'notice-good', yellow: 'notice-warn', red: 'notice-error', unknown: '' } as const;
const badges: Readonly<Record<'green' | 'yellow' | 'red' | 'skipped', Tone>> = {
  green: 'good',
  yellow: 'warn',
  red: 'bad',
  skipped: 'plain',
};

type Finding = NonNullable<MachineInfo['findings']>[number];

const row = ({ check, level, sentence, remedy }: Finding): TemplateResult =>
  html`<tr>
    <th scope="row" data-label=${texts.check}>${check}</th>
    <td data-label=${texts.state}><span class="badge badge-${badges[level]}">${texts.levels[level]}</span></td>
    <td data-label=${texts.finding}>${sentence}</td>
    <td data-label=${texts.remedy}>${remedy ?? nothing}</td>
  </tr>`;

const table = (findings: readonly Finding[]): TemplateResult =>
  html`<details class="overview-findings">
    <summary>${texts.findings}</summary>
    <table class="table">
      <thead>
        <tr>
          <th scope="col">${texts.check}</th>
          <th scope="col">${texts.state}</th>
          <th scope="col">${texts.finding}</th>
          <th scope="col">${texts.remedy}</th>
        </tr>
      </thead>
      <tbody>
        ${findings.map(row)}
      </tbody>
    </table>
  </details>`;

/** What the machine can do, in one sentence, and what to do about it. */
export const machineNotice = ({ level, sentence, remedy, findings = [] }: MachineInfo): TemplateResult =>
  html`<section class="notice ${notices[level]} overview-machine" aria-label=${texts.machine[level]}>
    <div>
      <p><strong>${texts.machine[level]}.</strong> ${sentence}</p>
      ${remedy === undefined ? nothing : html`<p class="overview-remedy">${remedy}</p>`}
      ${findings.length ? table(findings) : nothing}
    </div>
  </section>`;

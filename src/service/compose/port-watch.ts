import type { Config } from '../config.js';
import { PortWatch } from '../probe/index.js';

/** A watch over the port of mail hosts that tells the operator when it is closed, what to do, and when it is open again. */
export const openPortWatch = (
  { smtpPort, socks5 }: Pick<Config, 'smtpPort' | 'socks5'>,
  onWarning: ((words: string) => void) | undefined,
): PortWatch => {
  const remedy = socks5
    ? 'Use another proxy, or --probing off'
    : `Have port ${smtpPort} opened outwards, name a proxy that has it with --socks5, or use --probing off`;
  return new PortWatch({
    onClosed: () =>
      onWarning?.(
        `Port ${smtpPort} of mail hosts seems to be closed for this machine: 20 connections in a row failed, to hosts of five or more networks. Mail hosts are not asked, and verdicts that need them are Unknown and free; one connection is tried every ten minutes. ${remedy}.`,
      ),
    onOpen: () => onWarning?.(`Port ${smtpPort} of mail hosts is open again: they are asked.`),
  });
};

#!/bin/bash
# Workers for a survey of chesscensus, one for each node of an array.
#
#   NATS=tls://head:4222 NKEY=DIR/worker.nk CA=ca.pem sbatch --array=1-100 deploy/slurm.sh
#
# The survey runs where its folder is:
#
#   chesscensus survey run DIR --listen 0.0.0.0:4222 --tls-cert server.pem --tls-key server-key.pem
#
# A worker ends after ten minutes without work. Slurm sends SIGTERM a minute before it takes a node away:
# the worker then returns its shards.
#SBATCH --job-name=chesscensus
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --mem=16G
#SBATCH --time=24:00:00
#SBATCH --requeue
#SBATCH --signal=TERM@60
set -eu
: "${NATS:?the URL of the server, such as tls://head:4222}" "${NKEY:?the file with the key for workers, DIR/worker.nk}"
exec srun chesscensus worker --nats "$NATS" --nkey "$NKEY" ${CA:+--tls-ca "$CA"} -j "$SLURM_CPUS_PER_TASK" --idle 10m

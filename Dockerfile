# Plexus in a container: the Debian package of this tree, and what twins on demand, costs and proofs need.
#   docker build -t plexus .
#   docker run --rm -v "$PWD":/work plexus run ring broadcast --vcd ring.vcd
FROM debian:12 AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ cmake ninja-build pkg-config \
    file dpkg-dev verilator libsystemc-dev libcli11-dev nlohmann-json3-dev libtomlplusplus-dev \
    libfmt-dev libpugixml-dev libsqlite3-dev libcadical-dev
COPY . /plexus
RUN cmake --preset release -S /plexus -B /build -DPLEXUS_TESTS=OFF && ninja -C /build \
    && cd /build && cpack -G DEB

FROM debian:12
COPY --from=build /build/*.deb /tmp/
RUN apt-get update && apt-get install -y /tmp/*.deb berkeley-abc && rm -rf /tmp/*.deb \
    /var/lib/apt/lists/* && plexus run ring broadcast
WORKDIR /work
ENTRYPOINT ["plexus"]
